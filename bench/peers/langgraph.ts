import { answer, contend, peerModule } from './peer.ts'

interface Checkpointer {
  readonly db: { pragma(text: string, options?: { readonly simple: boolean }): unknown }
  setup(): void
}

interface LangGraph {
  task(name: string, body: (prompt: string) => Promise<string>): (prompt: string) => Promise<string>
  entrypoint(
    options: { readonly name: string; readonly checkpointer: Checkpointer },
    body: (count: number) => Promise<number>,
  ): { invoke(count: number, config: object): Promise<number> }
}

interface FakeModels {
  FakeListChatModel: new (options: {
    readonly responses: readonly string[]
  }) => { invoke(prompt: string): Promise<{ readonly content: string }> }
}

const { task, entrypoint } = await peerModule<LangGraph>('@langchain/langgraph')
const { SqliteSaver } = await peerModule<{
  SqliteSaver: { fromConnString(path: string): Checkpointer }
}>('@langchain/langgraph-checkpoint-sqlite')
const { FakeListChatModel } = await peerModule<FakeModels>('@langchain/core/utils/testing')

// Tasks of one entrypoint: of the ways to do work in turn, the one that writes the least.
await contend(async ({ work, path, synchronous, count }) => {
  const checkpointer = SqliteSaver.fromConnString(path)
  checkpointer.setup()
  checkpointer.db.pragma(`synchronous = ${synchronous}`)
  const model = new FakeListChatModel({ responses: [answer] })
  const perform = task(work, async (prompt) =>
    work === 'call' ? (await model.invoke(prompt)).content : answer,
  )
  let ms = Number.NaN
  const flow = entrypoint({ name: 'measured', checkpointer }, async (times) => {
    const from = performance.now()
    for (let at = 0; at < times; at += 1) await perform(`prompt ${at}`)
    ms = performance.now() - from
    return times
  })
  await flow.invoke(count, { configurable: { thread_id: 'measured' }, durability: 'sync' })
  return { ms, synchronous: Number(checkpointer.db.pragma('synchronous', { simple: true })) }
})
