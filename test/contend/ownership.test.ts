import { describe, expect, it } from 'vitest'
import { createEngine, type Engine } from '../../src/index.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { AssayError } from '../../src/kernel/error.ts'
import { owner } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import type { Child } from '../support/child.ts'
import {
  callsIn,
  drivenChild,
  kill,
  lookInto,
  type Place,
  placeIn,
  soundEntries,
  stepsIn,
  stopped,
} from '../support/driven-child.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { held, type Outside } from './workflows.ts'

const folder = temporaryFolder()
/** Points that a run passes which waits for nobody. */
const points = [
  'lease-taken',
  'append-before',
  'append-after',
  'dispatch-before',
  'dispatch-after',
  'settle-before',
  'settle-after',
]

/** A run in this process, whose gate is open. */
async function driveHere<T>(
  place: Place,
  act: (engine: Engine, calls: string[]) => Promise<T>,
): Promise<T> {
  const engine = createEngine({ store: sqliteStore({ path: place.path }) })
  try {
    return await act(engine, [])
  } finally {
    await engine.close()
  }
}

function here(calls: string[]): Outside {
  return { call: (label) => void calls.push(label), gate: () => Promise.resolve() }
}

async function report(child: Child): Promise<unknown> {
  return JSON.parse(await child.line())
}

describe('a run that a living process drives', () => {
  it('is refused to a second resume, which names the owner and writes nothing', async () => {
    const place = placeIn(folder, 'live')
    const child = await drivenChild(place, { workflow: 'held' })
    expect(await child.line()).toBe('at gate')
    const before = await soundEntries(place)
    await driveHere(place, async (engine, calls) => {
      await expect(engine.resume('r', held(here(calls))).result).rejects.toMatchObject({
        code: 'lease-held',
        data: {
          runId: 'r',
          owner: expect.stringContaining(`process ${child.process.pid} on `) as unknown,
        },
      })
      expect(calls).toEqual([])
      expect(await engine.delete('r')).toEqual({ ok: false, reason: 'running' })
      expect(await Array.fromAsync(engine.runs())).toMatchObject([
        {
          status: 'running',
          owner: expect.stringContaining(`process ${child.process.pid}`) as unknown,
        },
      ])
    })
    expect(await soundEntries(place)).toEqual(before)
    child.process.stdin.write('open\n')
    expect(await report(child)).toMatchObject({ status: 'ok', value: ['before', 'after'] })
    expect(callsIn(place)).toEqual(['before', 'gate', 'after'])
  })

  it('is driven by one of 20 processes that resume it at once', { timeout: 120_000 }, async () => {
    const place = placeIn(folder, 'many')
    const first = await drivenChild(place, { workflow: 'held' })
    await first.line()
    await kill(first)
    const driving = { mode: 'resume', workflow: 'held', waits: true } as const
    const children = await Promise.all(
      Array.from({ length: 20 }, () => drivenChild(place, driving)),
    )
    for (const child of children) child.process.stdin.write('go\n')
    const said = await Promise.all(children.map((child) => child.line()))
    const winner = children.at(said.indexOf('at gate'))
    const refused = said
      .filter((line) => line !== 'at gate')
      .map((line) => JSON.parse(line) as unknown)
    expect(refused).toHaveLength(19)
    const name = expect.stringContaining(`process ${winner?.process.pid} on `) as unknown
    for (const each of refused) {
      expect(each).toEqual({ code: 'lease-held', data: { runId: 'r', owner: name } })
    }
    winner?.process.stdin.write('open\n')
    expect(await report(winner as Child)).toMatchObject({ status: 'ok' })
    expect(callsIn(place)).toEqual(['before', 'gate', 'gate', 'after'])
    expect((await soundEntries(place)).found).toMatchObject({ ok: true })
  })

  it('stays its own while it is busy with short transactions', { timeout: 120_000 }, async () => {
    const place = placeIn(folder, 'busy')
    const child = await drivenChild(place, { workflow: 'busy', options: { leaseTtlMs: 1000 } })
    await child.line()
    const answers = await lookInto(place, async (store) => {
      const taken: boolean[] = []
      for (let tries = 0; tries < 25; tries += 1) {
        taken.push((await store.lease('r', owner('other'))).ok)
        await systemClock.sleep(100)
      }
      return taken
    })
    expect(answers).not.toContain(true)
    child.process.stdin.write('enough\n')
    const ended = (await report(child)) as { status: string; value: number }
    expect(ended.status).toBe('ok')
    expect(ended.value).toBeGreaterThan(5)
  })
})

describe('a run whose driver was killed', () => {
  it('is interrupted at once, with its input, and is taken over at once', async () => {
    const place = placeIn(folder, 'killed')
    const child = await drivenChild(place, { workflow: 'held' })
    await child.line()
    await kill(child)
    await driveHere(place, async (engine, calls) => {
      expect(await Array.fromAsync(engine.runs())).toMatchObject([
        { runId: 'r', workflow: 'held', status: 'interrupted' },
      ])
      expect(await engine.inspect('r')).toMatchObject({
        status: 'interrupted',
        args: { asked: 'by a test' },
        steps: { completed: 1, open: 1 },
      })
      expect(await engine.resume('r', held(here(calls))).result).toMatchObject({
        status: 'ok',
        replay: { hits: 1, unknown: 1 },
      })
      expect(calls).toEqual(['gate', 'after'])
    })
  })

  it('can be deleted at once', async () => {
    const place = placeIn(folder, 'deleted')
    const child = await drivenChild(place, { workflow: 'held' })
    await child.line()
    await kill(child)
    await driveHere(place, async (engine) => {
      expect(await engine.delete('r')).toEqual({ ok: true })
      expect(await Array.fromAsync(engine.runs())).toEqual([])
    })
  })

  it('keeps the reservation of its call for the day', async () => {
    const place = placeIn(folder, 'paid')
    const pricing = { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 1 } }
    const options = { pricing, dailyBudgetUsd: 0.02 }
    const child = await drivenChild(place, { workflow: 'paid', options, crashAt: 'dispatch-after' })
    await child.ended()
    const day = new Date(systemClock.now()).toISOString().slice(0, 10)
    const free = async (): Promise<unknown> =>
      lookInto(place, (store) => store.spend(day, 20_000_001, 20_000_000))
    expect(callsIn(place)).toEqual(['ask'])
    const { entries } = await soundEntries(place)
    const reserved = entries.flatMap((entry) =>
      entry.type === 'step-started' ? [entry.reservedNanoUsd ?? 0] : [],
    )
    expect(reserved).toHaveLength(1)
    const left = 20_000_000 - (reserved[0] ?? 0)
    expect(await free()).toMatchObject({ ok: false, freeNanoUsd: left })
    const again = await drivenChild(place, { mode: 'resume', workflow: 'paid', options })
    expect(await report(again)).toMatchObject({ status: 'ok', value: 'ok' })
    expect(await free()).toMatchObject({ ok: false, freeNanoUsd: left - 20_000 })
  })
})

describe('a driver that is stopped, replaced and continued', { timeout: 120_000 }, () => {
  it.each(points)(
    'at %s appends nothing more, and calls at most what it had announced',
    async (point) => {
      let stops = 0
      for (const nth of [1, 3]) {
        const place = placeIn(folder, `${point}-${nth}`)
        const crashAt = `${point}:${nth}:stop`
        const options = { leaseTtlMs: 600 }
        const child = await drivenChild(place, { workflow: 'held', options, crashAt })
        child.process.stdin.write('open\n')
        if (!(await stopped(child))) continue
        stops += 1
        const atStop = stepsIn((await soundEntries(place)).entries)
        const calls: string[] = []
        const outcome = await takeOver(place, calls)
        expect(outcome, crashAt).toMatchObject({ status: 'ok', value: ['before', 'after'] })
        const after = await soundEntries(place)
        const before = callsIn(place).length
        child.process.kill('SIGCONT')
        await child.ended()
        expect(await soundEntries(place), crashAt).toEqual(after)
        for (const call of callsIn(place).slice(before))
          expect(atStop.open, crashAt).toContain(call)
        expect(callsIn(place).length - before, crashAt).toBeLessThanOrEqual(1)
      }
      expect(stops, `${point} was passed`).toBeGreaterThan(0)
    },
  )

  it('is fenced also where its successor has written nothing yet', async () => {
    const place = placeIn(folder, 'fenced')
    const options = { leaseTtlMs: 600 }
    const crashAt = 'append-before:2:stop'
    const child = await drivenChild(place, { workflow: 'held', options, crashAt })
    child.process.stdin.write('open\n')
    expect(await stopped(child)).toBe(true)
    const before = await soundEntries(place)
    await lookInto(place, async (store) => {
      while (!(await store.lease('r', owner('successor'))).ok) await systemClock.sleep(20)
    })
    child.process.kill('SIGCONT')
    expect(await report(child)).toEqual({ code: 'lease-lost', data: { runId: 'r' } })
    expect(await soundEntries(place)).toEqual(before)
    expect(callsIn(place)).toEqual([])
  })
})

/** Drives the run here as soon as the lease of its stopped driver has run out. */
async function takeOver(place: Place, calls: string[]): Promise<unknown> {
  return driveHere(place, async (engine) => {
    const workflow = held(here(calls))
    for (let tries = 0; ; tries += 1) {
      const isThere = (await soundEntries(place)).entries.length > 0
      const handle = isThere
        ? engine.resume('r', workflow)
        : engine.run(workflow as never, undefined as never, { runId: 'r' })
      try {
        return await handle.result
      } catch (error) {
        if (!AssayError.is(error, 'lease-held') || tries > 1000) throw error
      }
      await systemClock.sleep(20)
    }
  })
}
