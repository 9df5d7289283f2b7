/** The sentences that the embedded model writes around its quotes. */
export const phrases = {
  notSettled: 'Not settled:',
  disagreeStart: 'The sources disagree on',
  disagree: (key: string): string => `The sources disagree on ${key}:`,
  records: 'Lines that begin with a time record that moment; the others do not say when they held.',
  turnedAround:
    'Two sources say almost the same, but one of them denies it and the other does not:',
  hedged: 'Not settled: these lines leave it open in their own words.',
  duties: 'Not settled: these lines say what has to be done, not that it was done.',
  zones: 'How these files give their times:',
  reservations: 'What these files say of themselves:',
  inUtc: (local: string, utc: string, places: string): string =>
    `By the head of its file, ${local} local time is ${utc} UTC ${places}.`,
  nothing: (terms: string): string =>
    `Not settled: no line was found that answers this. Looked for ${terms}`,
  noWords: 'Not settled: the question holds no word to look for.',
  cannotSearch: 'Not settled: no tool was offered that searches files.',
  searched: (files: number): string => `searched ${files} text ${files === 1 ? 'file' : 'files'}`,
  notLooked: 'not looked at or not shown: ',
  lookUpsFailed: (count: number): string =>
    `${count} ${count === 1 ? 'look-up' : 'look-ups'} failed`,
  coverage: 'Coverage: ',
  openHeading: 'Not settled',
  allSettled: 'Everything that was asked is answered from quoted lines.',
  madeHeading: 'How this was made',
  made: (questions: number, quotes: number): string =>
    'Written by `reader`, the embedded model. It is extractive and rule-based, not a language ' +
    `model. Questions: ${questions}. Quoted lines: ${quotes}.`,
  defaultTitle: 'Report',
  gatheredHeading: 'What the sources say',
  noQuestion: 'Not settled: nothing was asked.',
  noAnswer: 'Not settled: nothing came back for this question.',
  refused: 'Not settled: the lines that were quoted here did not pass the checks.',
  notAsked: (reason: string): string => `Not settled: nobody was sent to look (${reason}).`,
  notFinished: (status: string): string => `Not settled: the search ended with status ${status}.`,
  whatItIs:
    'This is `reader`, an extractive and rule-based model: it quotes lines and cannot answer this.',
} as const
