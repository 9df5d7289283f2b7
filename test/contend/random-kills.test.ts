import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import {
  callsIn,
  drivenChild,
  kill,
  type Place,
  placeIn,
  soundEntries,
  stepsIn,
} from '../support/driven-child.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { width } from './workflows.ts'

const folder = temporaryFolder()
const seed = Number(process.env['ASSAY_SEED'] ?? 20_260_131)
const mostKills = 200
/** Kills of one run before it is left to end. */
const killsOfRun = 20
/** Runs that are under way at once: one for each core of a small machine. */
const lanes = 2
/** The longest that a run is left alone before it is killed, in ms. */
const mostMs = 60

describe('a fan-out of 16 that is killed at random', { timeout: 1_800_000 }, () => {
  it(`is never corrupt, repeats nothing that it completed, and ends (seed ${seed})`, async () => {
    console.log(`ASSAY_SEED=${seed}`)
    const random = randomFrom(seed)
    const tally = { kills: 0, cutOpen: 0, runs: 0 }
    const work = async (): Promise<void> => {
      while (tally.kills < mostKills) {
        tally.runs += 1
        await killOften(placeIn(folder, `run-${tally.runs}`), random, tally)
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))
    console.log(`${tally.kills} kills of ${tally.runs} runs cut ${tally.cutOpen} steps off`)
    expect(tally.kills).toBeGreaterThanOrEqual(mostKills)
    expect(tally.cutOpen).toBeGreaterThan(0)
  })
})

interface Tally {
  kills: number
  /** Steps that were under way when their process was killed. */
  cutOpen: number
  runs: number
}

/** Kills a run again and again, looks at it after each kill, and at last lets it end. */
async function killOften(place: Place, random: () => number, tally: Tally): Promise<void> {
  for (let kills = 0; ; kills += 1) {
    const before = await soundEntries(place)
    const completed = stepsIn(before.entries).ended
    const seen = callsIn(place).length
    const mode = before.entries.length === 0 ? 'start' : 'resume'
    const child = await drivenChild(place, { mode, workflow: 'fan', waits: true })
    child.process.stdin.write('go\n')
    const line = child.line().catch(() => undefined)
    const isLast = kills >= killsOfRun
    if (!isLast) {
      await systemClock.sleep(Math.floor(random() * mostMs))
      await kill(child)
    }
    const ended = await line
    if (ended === undefined) tally.kills += 1
    const { entries, found } = await soundEntries(place)
    expect(found ?? { ok: true }).toMatchObject({ ok: true })
    if (ended === undefined) tally.cutOpen += stepsIn(entries).open.size
    for (const call of callsIn(place).slice(seen)) expect(completed).not.toContain(call)
    if (ended === undefined) continue
    const value = Array.from({ length: width }, (_, at) => [
      `first ${at}`,
      `re: ask ${at}`,
      `last ${at}`,
    ])
    expect(JSON.parse(ended)).toMatchObject({ status: 'ok', value })
    return
  }
}

/** A sequence of numbers in [0, 1) that a seed decides. Source: mulberry32 (T. Ettinger, 2017). */
function randomFrom(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
