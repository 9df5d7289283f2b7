import type { Value } from './value.ts'

const zone = /\b(?:UTC|GMT)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?/i

/** The zone that a note about a file's times names, in minutes ahead of UTC. Pure. */
export function zoneNamed(note: string): number | undefined {
  const found = zone.exec(note)
  if (found === null) return undefined
  const [, sign, hours, minutes] = found
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -ahead : ahead
}

/** Times of day that name no zone, once for each zone that they may be given in. Pure. */
export function inZones<T extends Value>(
  values: readonly T[],
  zones: readonly number[],
): readonly T[] {
  return values.flatMap((found) => {
    const { value } = found
    if (value.kind !== 'clock' || value.zone !== undefined) return []
    return zones.map((ahead) => ({ ...found, value: { ...value, zone: ahead } }))
  })
}
