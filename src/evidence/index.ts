/** The door `assay/evidence`: checks on what a document claims, useful without running an agent. */
export { folderResolver } from '../snapshot/folder.ts'
export { memoryResolver } from '../snapshot/memory.ts'
export {
  type Anchor,
  type AnchorFault,
  anchorsOverlap,
  formatAnchor,
  type ParsedAnchor,
  parseAnchor,
} from './anchors/anchor.ts'
export { parseReport } from './anchors/parse-report.ts'
export type {
  BlockKind,
  Citation,
  CitationTarget,
  Heading,
  Reference,
  ReportDocument,
  Section,
  Sentence,
  Span,
} from './anchors/report-document.ts'
export {
  type CheckCoverage,
  type CheckReportOptions,
  checkReport,
  type ReportCheck,
} from './check-report.ts'
export type { Check, CheckResult, Finding, PureCheck } from './checks/check.ts'
export { citationTargetsCheck } from './checks/citation-targets.ts'
export { type CitedValueOptions, citedValueCheck } from './checks/cited-value.ts'
export { type CitedWordsOptions, citedWordsCheck } from './checks/cited-words.ts'
export { quoteCheck } from './checks/quote.ts'
export { type RequiredSectionsOptions, requiredSectionsCheck } from './checks/required-sections.ts'
export { renderReportCheck } from './render-report-check.ts'
export type { PartialSnapshot, SkippedFile, Snapshot } from './snapshot.ts'
export {
  type CitationTargetsValidatorOptions,
  citationTargetsValidator,
} from './validators/citation-targets.ts'
export { type CitedValueValidatorOptions, citedValueValidator } from './validators/cited-value.ts'
export { type CitedWordsValidatorOptions, citedWordsValidator } from './validators/cited-words.ts'
export type {
  CandidateChild,
  FinishCandidate,
  FinishValidator,
  Validation,
} from './validators/finish-validator.ts'
export { type QuoteValidatorOptions, quoteValidator } from './validators/quote.ts'
export {
  type RequiredSectionsValidatorOptions,
  requiredSectionsValidator,
} from './validators/required-sections.ts'
export type { Verdict } from './verdict.ts'
export type { Json } from '../kernel/json.ts'
