import { AssayError } from '../../src/kernel/error.ts'

/** What refused a call: the code and what it names; anything else is told as it came. */
export async function refusalOf(act: () => unknown): Promise<string> {
  try {
    await act()
    return 'nothing was refused'
  } catch (error) {
    if (AssayError.is(error, 'invalid-argument')) return `invalid-argument ${error.data.name}`
    if (AssayError.is(error, 'invalid-option')) return `invalid-option ${error.data.option}`
    return String(error)
  }
}
