from sapper.kernel.chance import Chance as Chance, Seed as Seed

__all__: list[str]
