from sapper_lab.cli.experiment import command as command, plan_command as plan_command

__all__: list[str]
