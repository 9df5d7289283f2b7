import type { ControlTool } from '../../agent/control-tool.ts'
import { toolDescriptions } from '../prompts/coordinator.ts'
import { unknownHandle } from './await.ts'
import { readFields } from './input.ts'
import type { Coordination } from './spawn.ts'

/** `cancel_agent`: ends a child; its terminal entry is journaled before this answers. */
export function cancelAgent({ driver, roster }: Coordination): ControlTool {
  return {
    name: 'cancel_agent',
    description: toolDescriptions.cancel_agent,
    jsonSchema: {
      type: 'object',
      properties: { handle: { type: 'string' }, reason: { type: 'string' } },
      required: ['handle'],
      additionalProperties: false,
    },
    async answer(input, call) {
      const read = readFields(input, ['handle', 'reason'])
      if (!read.ok) return { error: read.error }
      const { handle, reason } = read.fields
      const child = roster.find(handle)
      if (child === undefined) return { error: unknownHandle(handle) }
      const about = [call.conversationKey, call.toolCallId]
      const cancelled = await driver.decide(
        'child-cancelled',
        about,
        () => child.result === undefined,
      )
      if (cancelled === true) {
        roster.cancel(child.handle, typeof reason === 'string' ? reason : 'by its coordinator')
        await child.settled
      }
      return { value: { cancelled: cancelled ?? false, handle: child.handle } }
    },
  }
}
