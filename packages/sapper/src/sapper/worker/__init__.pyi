from sapper.worker.pool import AsyncWorker as AsyncWorker, Caller as Caller, Pool as Pool
from sapper.worker.pool import RunningCall as RunningCall
from sapper.worker.worker import BusyError as BusyError, Call as Call, DiedError as DiedError
from sapper.worker.worker import Done as Done, Failed as Failed, LENGTH as LENGTH, News as News
from sapper.worker.worker import P as P, ProcessLimits as ProcessLimits, ShareError as ShareError
from sapper.worker.worker import Started as Started, StoppedError as StoppedError, T as T
from sapper.worker.worker import Worker as Worker, packed as packed

__all__: list[str]
