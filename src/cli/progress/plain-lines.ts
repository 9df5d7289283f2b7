import { agentText } from './agent-text.ts'
import type { News, ProgressView } from './run-progress.ts'

/** A piece of news as a line. Pure. */
export function newsLine(news: News, { agents }: ProgressView): string {
  switch (news.kind) {
    case 'phase':
      return `phase ${news.phase}`
    case 'child-started':
      return `${news.label} started`
    case 'child-settled': {
      const agent = agents.find(({ label }) => label === news.label)
      const did = agent === undefined ? '' : ` (${agentText(agent)})`
      return `${news.label} ${news.status}${did}`
    }
  }
}
