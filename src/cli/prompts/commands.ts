/** What `help` says of a command. */
export interface CommandText {
  readonly usage: string
  readonly summary: string
  /** Its flags and what they mean, one a line. */
  readonly details?: readonly string[]
}

const store = '--store PATH      the store of runs; default .assay/assay.db'
const json = '--json            as JSON'

/** The commands, in the order in which `help` lists them. */
export const commandTexts: Readonly<Record<string, CommandText>> = {
  audit: {
    usage: 'audit FOLDER [flags]',
    summary: 'answers questions from the files of a folder, every sentence cited',
    details: [
      '--questions FILE  Markdown: each list item or heading that ends in "?" is a question',
      '--brief TEXT      what the audit is for',
      '--out FILE        the report; default report.md',
      '--budget USD      the most that the run may spend',
      '--model M         "provider:model"; default embedded:reader',
      '--strict          exit 1 for a report that is only qualified',
      store,
    ],
  },
  run: {
    usage: 'run FILE [flags]',
    summary: 'runs a workflow of a TypeScript or JavaScript module',
    details: [
      '--export NAME     the workflow to run; default the only one that FILE exports',
      '--args JSON       its arguments',
      '--budget USD      the most that the run may spend',
      store,
    ],
  },
  resume: {
    usage: 'resume RUN [flags]',
    summary: 'drives a run on from where its journal ends',
    details: [
      '--preview         only counts what the journal answers, and what would be paid for',
      '--json            the counts as JSON',
      store,
    ],
  },
  runs: {
    usage: 'runs [flags]',
    summary: 'lists the runs of the store, the latest first',
    details: [json, store],
  },
  signal: {
    usage: 'signal RUN KEY JSON [flags]',
    summary: 'answers what a run waits for; the first answer counts',
    details: ['a text needs its own quotes: \'"yes"\'; a negative number: -- RUN KEY -5', store],
  },
  cancel: {
    usage: 'cancel RUN [REASON] [flags]',
    summary: 'ends a run, whoever drives it',
    details: [store],
  },
  inspect: {
    usage: 'inspect RUN [flags]',
    summary: 'shows what the journal of a run says',
    details: [
      '--candidates      the documents that the validators did not accept',
      '--diff A B        two of them, line by line: by number or start of their hash',
      '--entries         the entries of the journal, a JSON object a line',
      json,
      store,
    ],
  },
  check: {
    usage: 'check REPORT --root DIR [flags]',
    summary: 'checks a Markdown report against the files that it cites',
    details: [
      '--root DIR        the folder that citations are relative to',
      '--strict          exit 1 for a report that is only qualified',
      json,
    ],
  },
  export: {
    usage: 'export RUN [flags]',
    summary: 'writes a run as JSON lines, blobs included',
    details: [store],
  },
  import: {
    usage: 'import FILE [flags]',
    summary: 'brings an exported run into the store, if all of it is sound',
    details: [json, store],
  },
  verify: {
    usage: 'verify RUN [flags]',
    summary: 'checks the hash chain of a journal and the hash of every blob',
    details: [json, store],
  },
  help: { usage: 'help [COMMAND]', summary: 'explains a command' },
}

/** Commands of the public contract that cannot act yet. */
export const laterCommands: readonly string[] = ['race', 'sweep', 'serve', 'worker', 'mcp']

export const exitCodes: readonly string[] = [
  'Exit codes: 0 done; 1 the answer is no (rejected, error, exhausted, unknown run);',
  '2 wrong usage; 3 suspended until it is answered or a time comes;',
  '130 interrupted, the run can be resumed.',
]
