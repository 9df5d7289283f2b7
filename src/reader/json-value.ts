/** Whether a value is an object with named fields. Pure. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value that a JSON text of an object or a list holds; any other text is itself. Pure. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Every text in a value at any depth, names of fields included, in no promised order. Pure. */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = []
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') texts.push(next)
    else if (typeof next === 'number' || typeof next === 'boolean') texts.push(String(next))
    else if (Array.isArray(next)) for (const item of next) left.push(item)
    else if (isRecord(next)) for (const [name, item] of Object.entries(next)) left.push(name, item)
  }
  return texts
}
