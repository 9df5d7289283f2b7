import { invalidArgument } from '../kernel/error.ts'
import { checkOptionNames } from '../kernel/options.ts'
import type { ModelSpec } from '../model/model.ts'
import { mergeLimits, type UsageLimits } from './limits.ts'
import type { Schema } from './schema.ts'
import { checkTool, type Tool } from './tool.ts'

/** A kind of child that a coordinator may start. */
export interface Profile {
  /** Tells the coordinator what this kind of child is for. */
  readonly description: string
  readonly system?: string
  readonly tools?: readonly Tool[]
  readonly model?: ModelSpec
  readonly limits?: UsageLimits
  readonly output?: Schema<unknown>
}

/** Profiles by name. */
export type Profiles = Readonly<Record<string, Profile>>

const known = ['description', 'system', 'tools', 'model', 'limits', 'output']
const later = ['findings', 'minEvidence']

/**
 * Refuses profiles with options that are not known or of the wrong shape.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` or `invalid-argument` naming the profile and the field.
 */
export function checkProfiles(profiles: Profiles): Profiles {
  for (const [name, profile] of Object.entries(profiles)) {
    checkOptionNames(profile, { known, later, within: `profiles.${name}.` })
    if (typeof profile.description !== 'string' || profile.description.trim() === '') {
      throw invalidArgument(`profiles.${name}.description`, profile.description, 'a text')
    }
    mergeLimits(profile.limits)
    checkTools(`profiles.${name}.tools`, profile.tools)
  }
  return profiles
}

function checkTools(option: string, tools: unknown): void {
  if (tools === undefined) return
  if (!Array.isArray(tools)) throw invalidArgument(option, tools, 'an array')
  for (const [at, each] of (tools as unknown[]).entries()) checkTool(`${option}[${at}]`, each)
}
