export { folderTools } from './agent/folder-tools/folder-tools.ts'
export type { AgentOptions } from './agent/options.ts'
export type { AgentResult, AgentStatus } from './agent/result.ts'
export type { UsageLimits } from './agent/limits.ts'
export type { Profile, Profiles } from './agent/profile.ts'
export type { Issue, PlainSchema, Schema } from './agent/schema.ts'
export {
  type Tool,
  type ToolContext,
  type ToolEffect,
  type ToolOptions,
  tool,
} from './agent/tool.ts'
export type { ModelPrice, Pricing } from './budget/price.ts'
export { createEngine } from './engine/create-engine.ts'
export type { SignalOptions } from './engine/signal-options.ts'
export type { Engine, ForkOptions, RunHandle, RunOptions } from './engine/engine.ts'
export type { EngineOptions } from './engine/options.ts'
export { orchestrate } from './engine/orchestrate.ts'
export {
  type AnyWorkflow,
  type BudgetView,
  type ChildOptions,
  type Context,
  defineWorkflow,
  type Workflow,
  type WorkflowBody,
} from './engine/workflow.ts'
export { type AbsentOptions, absent, type CoverageLists, coverage } from './findings/coverage.ts'
export type {
  Absence,
  Boundary,
  Covered,
  CoverageItem,
  ToolSuggestion,
} from './findings/envelope.ts'
export type { RejectedFinishCandidate } from './journal/rejected-finish-candidate.ts'
export type {
  Entry,
  EntryType,
  EntryBase,
  Identity,
  Payload,
  StepKind,
  StepTelemetry,
  RunStarted,
  ForkOrigin,
  StepStarted,
  StepCompleted,
  StepFailed,
  Decided,
  SignalAwaited,
  SignalReceived,
  SignalRefused,
  SignalExpired,
  CancelRequested,
  RunSuspended,
  RunSettled,
  RunReopened,
  WorkflowSource,
  SettledStatus,
} from './journal/entry.ts'
export type { ChildSpending } from './journal/child-spending.ts'
export type { Pending } from './journal/pending.ts'
export type { Usage } from './journal/usage.ts'
export type { Clock } from './kernel/clock.ts'
export { AssayError, type ErrorCode, type ErrorData } from './kernel/error.ts'
export type { Ids } from './kernel/ids.ts'
export type { Json } from './kernel/json.ts'
export type { ModelSpec, Providers, Role, Model, ModelProvider } from './model/model.ts'
export type { OrchestrateResult } from './orchestrator/envelope.ts'
export type { FinishValidationSpec } from './orchestrator/finish-validation.ts'
export type { OrchestrateOptions } from './orchestrator/options.ts'
export type { AgentView } from './run/agent-view.ts'
export type { Cancelled } from './run/cancel-run.ts'
export type { CostReport } from './run/cost-report.ts'
export type { Deleted } from './run/delete-run.ts'
export type { RunEvent, LogLevel } from './run/events.ts'
export type { FollowOptions } from './run/follow-run.ts'
export type { RunOutcome } from './run/outcome.ts'
export type { Preview } from './run/preview-run.ts'
export type { SignalAnswer } from './run/send-signal.ts'
export type { RunStatus, RunSummary } from './run/run-summary.ts'
export type { RunView } from './run/run-view.ts'
export type {
  JournalStore,
  RunFilter,
  WriteGuard,
  Appended,
  Owner,
  LeaseOptions,
  Leased,
  RunHead,
  UnreadableRun,
  Spent,
  Message,
  Lease,
} from './store/journal-store.ts'
export { memoryStore, type MemoryStoreOptions } from './store/memory.ts'
export type { Branches, ParallelOptions, ParallelResult } from './run/parallel.ts'
export type { StepContext, StepOptions, OnceOutcome } from './run/step.ts'
export type { RecordedError } from './journal/recorded-error.ts'
export type {
  CandidateChild,
  FinishCandidate,
  FinishValidator,
  Validation,
} from './evidence/validators/finish-validator.ts'
export type { Dropped, ReplayCounts } from './run/outcome.ts'
