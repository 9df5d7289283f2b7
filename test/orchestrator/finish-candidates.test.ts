import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/kernel/canonical-json.ts'
import { AssayError } from '../../src/kernel/error.ts'
import { sha256 } from '../../src/kernel/hash.ts'
import { type Json, memoryStore, type RejectedFinishCandidate } from '../../src/index.ts'
import type { FinishValidator } from '../../src/evidence/validators/finish-validator.ts'
import { equalPart, prefixOf } from '../support/journal.ts'
import { calls, type Played, play, starts, told } from '../support/orchestration.ts'

const draft = 'A draft without its section. \ud800'
const whole = 'A draft with its section: ## Risks'

const sectioned: FinishValidator = {
  name: 'sections',
  validate: ({ text }) =>
    text.includes('## Risks') ? { ok: true } : { ok: false, reasons: ['"Risks" is missing'] },
}

function finishes(result: Json): ReturnType<typeof calls> {
  return calls('finish', { result })
}

function rowsOf({ outcome }: Played): readonly RejectedFinishCandidate[] {
  return outcome.rejectedFinishCandidates ?? []
}

describe('finish validation', () => {
  it('sends a candidate back with the reasons, and accepts it once it is mended', async () => {
    let answer: unknown
    const played = await play({
      coordinator: [
        finishes(draft),
        (call) => {
          answer = told(call)[0]
          return finishes(whole)
        },
      ],
      options: { finishValidation: { validators: [sectioned] } },
    })
    const failed = [{ name: 'sections', reasons: ['"Risks" is missing'] }]
    expect(answer).toEqual({ code: 'finish-rejected', failed })
    const canonical = canonicalJson(draft)
    const row = { callId: 't1-1', verdict: 'repair', hash: sha256(canonical), failed }
    expect(rowsOf(played)).toEqual([{ ...row, chars: canonical.length }])
    expect(played.outcome).toMatchObject({
      status: 'ok',
      value: { result: whole, verdict: 'accepted', rejectedFinishCandidates: rowsOf(played) },
    })
    const replayed = await play({
      coordinator: [],
      options: { finishValidation: { validators: [sectioned] } },
      store: played.store,
    })
    expect(equalPart(replayed.outcome)).toEqual(equalPart(played.outcome))
    expect(replayed.calls).toHaveLength(0)
  })

  it.each([
    ['retainRejectedCandidates', { retainRejectedCandidates: true }],
    ['candidatePersistence', { candidatePersistence: 'transcript' as const }],
  ])('keeps bytes that verify against the hash with %s', async (_name, retention) => {
    for (const candidate of [draft, { b: 1, a: [draft] }]) {
      const played = await play({
        coordinator: [finishes(candidate), finishes(whole)],
        options: { finishValidation: { validators: [sectioned], ...retention } },
      })
      const [row] = rowsOf(played)
      const bytes = await played.store.getBlob(row?.ref ?? '')
      expect(sha256(bytes ?? new Uint8Array())).toBe(row?.hash)
      const text = new TextDecoder().decode(bytes)
      expect(text).toHaveLength(row?.chars ?? -1)
      expect(JSON.parse(text)).toEqual(candidate)
    }
  })

  it('says why bytes are not there', async () => {
    const hashOnly = { validators: [sectioned], candidatePersistence: 'hash-only' as const }
    const played = await play({
      coordinator: [finishes(draft), finishes(whole)],
      options: { finishValidation: hashOnly },
    })
    expect(rowsOf(played)).toMatchObject([{ bytesUnavailableReason: 'hash-only-persistence' }])
    expect(rowsOf(played)[0]).not.toHaveProperty('ref')
  })

  it('costs nothing but the bytes where the store fails to keep them', async () => {
    const store = memoryStore()
    const reason = { operation: 'putBlob', reason: 'full' }
    const full = async (): Promise<never> => {
      throw new AssayError('store-failed', 'full', reason)
    }
    const validation = { validators: [sectioned], candidatePersistence: 'transcript' as const }
    const played = await play({
      coordinator: [finishes(draft), finishes(whole)],
      options: { finishValidation: validation },
      store: { ...store, putBlob: full },
    })
    expect(played.outcome).toMatchObject({ status: 'ok', value: { verdict: 'accepted' } })
    expect(rowsOf(played)).toMatchObject([{ bytesUnavailableReason: 'store-write-failed' }])
  })

  it('fails at the first rejection where maxRepairs is 0, and the same again for free', async () => {
    const options = { finishValidation: { validators: [sectioned], maxRepairs: 0 } }
    const played = await play({ coordinator: [finishes(draft)], options })
    expect(played.outcome).toMatchObject({
      status: 'error',
      error: {
        code: 'orchestration-rejected',
        data: { source: 'orchestrator_finish_validation', hash: rowsOf(played)[0]?.hash },
      },
      rejectedFinishCandidates: [{ verdict: 'rejected' }],
    })
    const replayed = await play({ coordinator: [], options, store: played.store })
    expect(equalPart(replayed.outcome)).toEqual(equalPart(played.outcome))
    expect([replayed.calls.length, replayed.entries.length]).toEqual([0, played.entries.length])
  })

  it('lists every rejected candidate, equal ones with equal hashes', async () => {
    const options = { finishValidation: { validators: [sectioned], maxRepairs: 2 } }
    const played = await play({ coordinator: [finishes(draft)], options })
    expect(rowsOf(played).map(({ verdict }) => verdict)).toEqual(['repair', 'repair', 'rejected'])
    expect(new Set(rowsOf(played).map(({ hash }) => hash)).size).toBe(1)
    expect(new Set(rowsOf(played).map(({ callId }) => callId)).size).toBe(3)
  })

  it('grants no repair twice, wherever a crash comes', async () => {
    const options = { finishValidation: { validators: [sectioned], maxRepairs: 1 } }
    const scene = { coordinator: [finishes(draft)], options }
    const played = await play(scene)
    expect(rowsOf(played)).toHaveLength(2)
    for (let count = 1; count < played.entries.length; count += 1) {
      const resumed = await play({ ...scene, store: await prefixOf(played.store, 'r', count) })
      expect(equalPart(resumed.outcome)).toEqual(equalPart(played.outcome))
    }
  })

  it('shows validators the children that had settled, with what their calls gave', async () => {
    const seen: unknown[] = []
    const looking: FinishValidator = {
      name: 'looking',
      validate: (input) => {
        seen.push(input)
        return { ok: true }
      },
    }
    await play({
      coordinator: [starts('a'), calls('await_all', { handles: ['c1'] }), finishes({ b: 1, a: 2 })],
      options: { finishValidation: { validators: [looking] } },
    })
    const child = { handle: 'c1', nodeId: 'c1', status: 'ok', text: 're: a', calls: [] }
    const text = '{"a":2,"b":1}'
    expect(seen).toEqual([{ result: { a: 2, b: 1 }, text, children: [child], runId: 'r' }])
  })

  it.each([
    [
      'throws',
      (): never => {
        throw new Error('no snapshot')
      },
    ],
    ['answers with nothing', () => undefined],
    ['answers later', async () => ({ ok: true })],
    ['refuses without reasons', () => ({ ok: false })],
  ])('that %s is an error of the host, never a verdict', async (_name, validate) => {
    const validators = [{ name: 'odd', validate } as unknown as FinishValidator]
    const played = await play({
      coordinator: [finishes(whole)],
      options: { finishValidation: { validators } },
    })
    expect(played.outcome).toMatchObject({
      status: 'error',
      error: { code: 'validator-threw', data: { validator: 'odd' } },
    })
    expect(rowsOf(played)).toEqual([])
  })
})
