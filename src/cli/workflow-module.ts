import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Workflow } from '../engine/workflow.ts'

/** A workflow found in a module, or why none was. */
export type FoundWorkflow =
  | { readonly ok: true; readonly workflow: Workflow; readonly exportName: string }
  | { readonly ok: false; readonly why: string }

/**
 * Imports a module and takes a workflow from it: the one that is named, or the only one.
 *
 * Live: the module's own code runs.
 *
 * @param file Path of a TypeScript or JavaScript module.
 */
export async function findWorkflow(file: string, exportName?: string): Promise<FoundWorkflow> {
  const path = resolve(file)
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return { ok: false, why: 'there is no such file' }
  if (!found.isFile()) return { ok: false, why: 'it is no file' }
  try {
    return chosen((await import(pathToFileURL(path).href)) as object, exportName)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: false, why: `it cannot be imported: ${reason}` }
  }
}

function chosen(module: object, exportName: string | undefined): FoundWorkflow {
  const workflows = Object.entries(module).filter((each): each is [string, Workflow] =>
    isWorkflow(each[1]),
  )
  const names = workflows.map(([name]) => name).join(', ')
  const listed = names === '' ? 'it exports no workflow' : `its workflows are: ${names}`
  if (exportName !== undefined) {
    const named = workflows.find(([name]) => name === exportName)
    if (named === undefined) return { ok: false, why: `no workflow "${exportName}"; ${listed}` }
    return { ok: true, workflow: named[1], exportName }
  }
  const [first] = workflows
  if (first === undefined) return { ok: false, why: listed }
  if (workflows.some(([, workflow]) => workflow !== first[1])) {
    return { ok: false, why: `name one with --export; ${listed}` }
  }
  return { ok: true, workflow: first[1], exportName: first[0] }
}

function isWorkflow(value: unknown): value is Workflow {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    'body' in value &&
    typeof value.name === 'string' &&
    typeof value.body === 'function'
  )
}
