import { describe, expect, it } from 'vitest'
import { genesis } from '../journal/entry.ts'
import { EventHub, type RunEvent } from './events.ts'

function entryEvent(seq: number): RunEvent {
  const entry = { type: 'run-reopened', generation: 2, seq, at: 0, prev: genesis } as const
  return { type: 'entry', seq, entry }
}

async function all(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const read: RunEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

describe('EventHub', () => {
  it('hands every reader every event from when it began to read', async () => {
    const hub = new EventHub()
    const early = hub.read()
    hub.emit(entryEvent(1))
    const late = hub.read()
    hub.emit(entryEvent(2))
    hub.close()
    expect(await all(early)).toEqual([entryEvent(1), entryEvent(2)])
    expect(await all(late)).toEqual([entryEvent(2)])
  })

  it('holds 1,024 events for a slow reader and tells it what it missed', async () => {
    const hub = new EventHub()
    const reader = hub.read()
    for (let seq = 1; seq <= 3000; seq += 1) hub.emit(entryEvent(seq))
    hub.close()
    const read = await all(reader)
    expect(read).toHaveLength(1025)
    expect(read[0]).toEqual({ type: 'skipped', count: 1976, firstSeq: 1, lastSeq: 1976 })
    expect(read[1]).toEqual(entryEvent(1977))
  })

  it('counts live events that were missed, without a seq to read them again', async () => {
    const hub = new EventHub()
    const reader = hub.read()
    for (let at = 0; at < 1025; at += 1) hub.emit({ type: 'delta', agent: 'a', text: `${at}` })
    hub.close()
    expect((await all(reader))[0]).toEqual({ type: 'skipped', count: 1 })
  })

  it('wakes a reader that waits', async () => {
    const hub = new EventHub()
    const iterator = hub.read()[Symbol.asyncIterator]()
    const next = iterator.next()
    hub.emit(entryEvent(7))
    expect((await next).value).toEqual(entryEvent(7))
  })

  it('ends every iteration of one reader when it closes', async () => {
    const hub = new EventHub()
    const reader = hub.read()
    const both = Promise.all([all(reader), all(reader)])
    hub.emit(entryEvent(1))
    hub.close()
    expect((await both).flat()).toEqual([entryEvent(1)])
  })

  it('ends at once for who comes after the close, and for who comes back after leaving', async () => {
    const hub = new EventHub()
    const reader = hub.read()
    hub.emit(entryEvent(1))
    for await (const event of reader) {
      expect(event).toEqual(entryEvent(1))
      break
    }
    expect(await all(reader)).toEqual([])
    hub.close()
    expect(await all(hub.read())).toEqual([])
  })
})
