import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Report, Task } from './peers/peer.ts'
import { type Bench, compare, interleave, median, type Row, type Sample } from './harness.ts'
import { runScript } from './run-script.ts'
import { inFolder } from './work-folder.ts'

const count = 1000
const peers = ['langgraph', 'openworkflow'] as const

type Work = Pick<Task, 'work' | 'synchronous'>

/** Agent calls one after the other, next to the peers that keep a record of such calls. */
export const agentCalls: Bench = {
  name: 'agent-calls',
  about:
    '1,000 calls of `ctx.agent` in turn on a model that answers 200 characters at once, and 1,000 ' +
    'steps that return as much. Peers, pinned in `peers/`: LangGraph (tasks of an entrypoint, its ' +
    'own fake model, its SQLite checkpointer on a better-sqlite3 that needs no build, ' +
    '`durability: "sync"`) and OpenWorkflow (a step for each piece of work, with the AI SDK ' +
    'calling our scripted model, its SQLite backend). Each round is a process of its own that does ' +
    'the work twice and times the second time, from the first piece to the end of the last, in WAL ' +
    'mode on the same disk. `power` is against `synchronous = FULL`, `process` against `NORMAL`, ' +
    'set on the connection of the peer and read back from it after the work. Syncs a piece of work ' +
    'in `power`, counted with strace: ours 1.02, LangGraph 1.02, OpenWorkflow 2.02. A target is ' +
    'for the fastest peer. Systems that need a server are left out.',
  async run() {
    install()
    return [
      ...(await rows({ work: 'call', synchronous: 'FULL' })),
      ...(await rows({ work: 'call', synchronous: 'NORMAL' })),
      ...(await rows({ work: 'step', synchronous: 'FULL' })),
      ...(await rows({ work: 'step', synchronous: 'NORMAL' })),
    ]
  },
}

async function rows(work: Work): Promise<readonly Row[]> {
  const { assay, ...others } = await interleave({
    assay: () => workMs('assay', work),
    langgraph: () => workMs('langgraph', work),
    openworkflow: () => workMs('openworkflow', work),
  })
  const fastest = peers.reduce((one, other) =>
    median(others[other]) < median(others[one]) ? other : one,
  )
  return peers.map((peer) => {
    const counts = peer === fastest && work.work === 'call'
    return row(work, { peer, ours: assay, baseline: others[peer], counts })
  })
}

function row(
  { work, synchronous }: Work,
  given: {
    readonly peer: string
    readonly ours: Sample
    readonly baseline: Sample
    readonly counts: boolean
  },
): Row {
  const { peer, ours, baseline, counts } = given
  const pieces = work === 'call' ? 'agent calls' : 'steps'
  const durability = synchronous === 'FULL' ? 'power' : 'process'
  const what = `1,000 ${pieces} in turn, \`${durability}\``
  const target = { speedAtLeast: 5 }
  const compared = compare({ what, ours, baseline, named: peer, per: [count, work], target })
  return counts ? compared : { ...compared, target: '–', met: '–' }
}

function workMs(contender: string, { work, synchronous }: Work): Promise<number> {
  return inFolder((folder) => {
    const args = [folder, work, synchronous, String(count)]
    const env = { LANGSMITH_TRACING: 'false', LANGCHAIN_TRACING_V2: 'false', DO_NOT_TRACK: '1' }
    const report = runScript(`peers/${contender}.ts`, args, { env }) as Report
    const asked = { FULL: 2, NORMAL: 1 }[synchronous]
    if (report.journalMode !== 'wal' || (report.synchronous ?? asked) !== asked) {
      throw new Error(`${contender} is not as durable as asked: ${JSON.stringify(report)}`)
    }
    return report.ms
  })
}

/** Installs the peers where that has not been done. None needs a build or a script. */
function install(): void {
  const cwd = join(import.meta.dirname, 'peers')
  if (existsSync(join(cwd, 'node_modules/.package-lock.json'))) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit' })
  if (status !== 0) throw new Error('the peers could not be installed')
}
