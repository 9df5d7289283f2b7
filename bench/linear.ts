import { join } from 'node:path'
import {
  createEngine,
  defineWorkflow,
  type Engine,
  type EngineOptions,
  orchestrate,
  tool,
} from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite/index.ts'
import { type Call, type Reply, scriptedModel } from '../src/testing/index.ts'
import {
  type Bench,
  bounded,
  compare,
  interleave,
  type Row,
  type Sample,
  timed,
} from './harness.ts'
import { inFolder } from './work-folder.ts'

const turns = 1000
const measuredTurns = 100
const childCounts = { few: 100, many: 1000 }
const batch = 50
const pricing = { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 1 } }

/** Whether long agents and wide orchestrations cost more for each piece than short ones. */
export const linear: Bench = {
  name: 'linear',
  about:
    'An agent of 1,000 turns with a tool call in each: its last 100 turns next to its first 100. ' +
    'An orchestration of 1,000 children, started 50 in a turn and awaited at once, next to as many ' +
    '`ctx.agent` calls in a `ctx.parallel`, and next to one of 100 children. All on `sqliteStore`, ' +
    '`process`, with scripted models that answer at once.',
  run: async () => [await loopRow(), ...(await childRows())],
}

async function loopRow(): Promise<Row> {
  const first: number[] = []
  const last: number[] = []
  await interleave({
    loop: async () => {
      const at = await turnTimes()
      first.push((at[measuredTurns] ?? 0) - (at[0] ?? 0))
      last.push((at[turns - 1] ?? 0) - (at[turns - 1 - measuredTurns] ?? 0))
      return 0
    },
  })
  const [ours, baseline] = [last.slice(1), first.slice(1)]
  const what = 'turns 900 to 1,000 of an agent with a tool'
  const target = { timesAtMost: 1.2 }
  return compare({ what, ours, baseline, named: 'turns 1 to 100', per: [100, 'turn'], target })
}

/** When each model turn of a long agent began. */
async function turnTimes(): Promise<readonly number[]> {
  const at: number[] = []
  const look = tool({
    name: 'look',
    description: 'Looks.',
    input: { jsonSchema: { type: 'object' }, validate: (value) => ({ value }) },
    effect: 'read',
    execute: () => 'seen',
  })
  const script = (): Reply => {
    at.push(performance.now())
    return at.length < turns
      ? { toolCalls: [{ name: 'look', input: { at: at.length } }] }
      : { text: 'done' }
  }
  const workflow = defineWorkflow({ name: 'loop' }, async (ctx) => {
    const { status } = await ctx.agent('look', { tools: [look], limits: { maxTurns: turns } })
    if (status !== 'ok') throw new Error(`the agent ended as ${status}`)
  })
  await withEngine({ models: { default: forgetful(scriptedModel(script)) } }, async (engine) => {
    const outcome = await engine.run(workflow, undefined).result
    if (outcome.status !== 'ok') throw new Error(JSON.stringify(outcome.error))
  })
  return at
}

/**
 * Shows a scripted model the first message only. It keeps what it is shown, so a long conversation
 * would cost it more each turn, which is not what is measured.
 */
function forgetful(model: ReturnType<typeof scriptedModel>): typeof model {
  return {
    ...model,
    doStream: (options) => model.doStream({ ...options, prompt: options.prompt.slice(0, 1) }),
  }
}

async function childRows(): Promise<readonly Row[]> {
  const { few, many, flat } = await interleave({
    few: () => orchestratedMs(childCounts.few),
    many: () => orchestratedMs(childCounts.many),
    flat: () => flatMs(childCounts.many),
  })
  const beyond: Sample = many.map((ms, round) => (ms - (flat[round] ?? 0)) / childCounts.many)
  const target = { timesAtMost: 1.2 }
  const each = (sample: Sample, count: number): Sample => sample.map((ms) => ms / count)
  return [
    {
      ...compare({ what: '1,000 children', ours: many, baseline: flat, named: 'agents at once' }),
      target: '–',
    },
    bounded({
      what: '1,000 children, each beyond its call',
      sample: beyond,
      unit: 'ms',
      atMost: 2,
    }),
    compare({
      what: 'a child of 1,000',
      ours: each(many, childCounts.many),
      baseline: each(few, childCounts.few),
      named: 'a child of 100',
      target,
    }),
  ]
}

function orchestratedMs(count: number): Promise<number> {
  const model = scriptedModel((call) =>
    call.role === 'coordinator' ? coordinate(call, count) : { text: 'done' },
  )
  const profiles = { worker: { description: 'Works.' } }
  const limits = { maxTurns: count / batch + 2 }
  return withEngine({ models: { default: model }, profiles }, (engine) =>
    timed(async () => {
      const outcome = await orchestrate(engine, 'work', { maxSpawns: count, limits }).result
      const settled = outcome.status === 'ok' && outcome.value?.completion === 'complete'
      if (!settled) throw new Error(JSON.stringify(outcome).slice(0, 2000))
    }),
  )
}

function coordinate({ turn }: Call, count: number): Reply {
  const batches = count / batch
  if (turn <= batches) {
    const tasks = Array.from({ length: batch }, (_, at) => ({
      agentType: 'worker',
      prompt: `task ${(turn - 1) * batch + at}`,
    }))
    return { toolCalls: [{ name: 'parallel_agents', input: { tasks } }] }
  }
  const handles = Array.from({ length: count }, (_, at) => `c${at + 1}`)
  return turn === batches + 1
    ? { toolCalls: [{ name: 'await_all', input: { handles } }] }
    : { toolCalls: [{ name: 'finish', input: { result: 'done' } }] }
}

function flatMs(count: number): Promise<number> {
  const workflow = defineWorkflow({ name: 'flat' }, async (ctx) => {
    await ctx.parallel(Array.from({ length: count }, (_, at) => () => ctx.agent(`task ${at}`)))
  })
  return withEngine({ models: { default: scriptedModel(() => ({ text: 'done' })) } }, (engine) =>
    timed(async () => {
      const { status } = await engine.run(workflow, undefined).result
      if (status !== 'ok') throw new Error(`the run ended as ${status}`)
    }),
  )
}

function withEngine<T>(options: EngineOptions, body: (engine: Engine) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const store = sqliteStore({ path: join(folder, 'a.db'), durability: 'process' })
    const engine = createEngine({ ...options, pricing, store })
    const result = await body(engine)
    await engine.close()
    return result
  })
}
