import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../model/reply.ts'
import { Conversation } from './conversation.ts'
import { answered } from './tool-call.ts'

function toolReply(input: string): Reply {
  const call = { type: 'tool-call', toolCallId: 't1', toolName: 'grep', input } as const
  return { parts: [call], finishReason: 'tool-calls' }
}

function textReply(text: string): Reply {
  return { parts: [{ type: 'text', text }], finishReason: 'stop' }
}

const turn = fc.record({ by: fc.constantFrom('system', 'user', 'reply'), text: fc.string() })

function conversationOf(turns: readonly { by: string; text: string }[]): Conversation {
  const conversation = new Conversation(['agent'], 0)
  for (const { by, text } of turns) {
    if (by === 'system') conversation.addSystem(text)
    else if (by === 'user') conversation.addUser(text)
    else conversation.addReply(textReply(text))
  }
  return conversation
}

describe('Conversation', () => {
  it('has equal keys exactly for equal histories', () => {
    fc.assert(
      fc.property(fc.array(turn, { maxLength: 4 }), fc.array(turn, { maxLength: 4 }), (a, b) => {
        const equal = JSON.stringify(a) === JSON.stringify(b)
        expect(conversationOf(a).key === conversationOf(b).key).toBe(equal)
        expect(conversationOf(a).key).toBe(conversationOf(a).key)
      }),
    )
  })

  it('depends on what it began with', () => {
    expect(new Conversation(['a'], 0).key).not.toBe(new Conversation(['b'], 0).key)
  })

  it('depends on how the model wrote a call and on what it was answered', () => {
    const keyOf = (input: string, answer: string): string => {
      const conversation = new Conversation([], 0)
      conversation.addReply(toolReply(input))
      const [call] = toolReply(input).parts
      conversation.addToolAnswers([answered(call as never, answer)])
      return conversation.key
    }
    expect(keyOf('{"a":1}', 'x')).toBe(keyOf('{"a":1}', 'x'))
    const others = [keyOf('{"a":2}', 'x'), keyOf('{"a":1}', 'y')]
    expect(others).not.toContain(keyOf('{"a":1}', 'x'))
  })

  it('repeats arguments as a value, and as they came where they are no JSON', () => {
    const inputOf = (input: string): unknown => {
      const conversation = new Conversation([], 0)
      conversation.addReply(toolReply(input))
      const [part] = conversation.prompt[0]?.content ?? []
      return (part as { input?: unknown } | undefined)?.input
    }
    expect(inputOf('{"a":1}')).toEqual({ a: 1 })
    expect(inputOf('{"a":')).toBe('{"a":')
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    expect(inputOf(deep)).toBe(deep)
  })

  it('counts the bytes of every message once, with those that it began with', () => {
    const conversation = new Conversation([], 100)
    conversation.addUser('€')
    const [message] = conversation.prompt
    expect(conversation.bytes).toBe(100 + Buffer.byteLength(JSON.stringify(message)))
    const before = conversation.bytes
    conversation.addReply(textReply('x'.repeat(1000)))
    expect(conversation.bytes - before).toBeGreaterThan(1000)
    expect(conversation.bytes - before).toBeLessThan(1100)
  })
})
