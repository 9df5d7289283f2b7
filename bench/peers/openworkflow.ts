import type { DatabaseSync } from 'node:sqlite'
import { scriptedModel } from '../../src/testing/index.ts'
import { answer, contend, peerModule } from './peer.ts'

interface Backend {
  readonly db: DatabaseSync
  stop(): Promise<void>
}

interface Step {
  run<T>(options: { readonly name: string }, body: () => Promise<T>): Promise<T>
}

interface OpenWorkflowClient {
  defineWorkflow(
    options: { readonly name: string },
    body: (given: { readonly input: number; readonly step: Step }) => Promise<number>,
  ): { run(input: number): Promise<{ result(): Promise<number> }> }
  newWorker(): { start(): Promise<void>; stop(): Promise<void> }
}

const { OpenWorkflow } = await peerModule<{
  OpenWorkflow: new (options: { readonly backend: Backend }) => OpenWorkflowClient
}>('openworkflow')
const { BackendSqlite } = await peerModule<{
  BackendSqlite: { connect(path: string): Backend }
}>('openworkflow/sqlite')

interface AiSdk {
  generateText(options: {
    readonly model: object
    readonly prompt: string
  }): Promise<{ readonly text: string }>
}

const { generateText } = await peerModule<AiSdk>('ai')
const model = scriptedModel(() => ({ text: answer }))

// It knows no models: a call is a step in which the AI SDK calls one, as its users do.
await contend(async ({ work, path, synchronous, count }) => {
  const backend = BackendSqlite.connect(path)
  backend.db.exec(`PRAGMA synchronous = ${synchronous}`)
  const client = new OpenWorkflow({ backend })
  let ms = Number.NaN
  const workflow = client.defineWorkflow({ name: 'measured' }, async ({ input, step }) => {
    const from = performance.now()
    for (let at = 0; at < input; at += 1) {
      const prompt = `prompt ${at}`
      await step.run({ name: prompt }, async () =>
        work === 'call' ? (await generateText({ model, prompt })).text : answer,
      )
    }
    ms = performance.now() - from
    return input
  })
  const worker = client.newWorker()
  await worker.start()
  const handle = await workflow.run(count)
  await handle.result()
  await worker.stop()
  const [mode] = Object.values(backend.db.prepare('PRAGMA synchronous').get() ?? {})
  await backend.stop()
  return { ms, synchronous: Number(mode) }
})
