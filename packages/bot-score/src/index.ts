export {
  catalogueVersion,
  type Check,
  clientChecks,
  conductChecks,
  conductSignal,
  derivedChecks,
  type Group,
  groupOf,
  groups,
  serverChecks,
  serverSignal,
  type VolumeCode,
  failoverCode,
  probeCode,
  volumeCodes,
} from './catalogue.ts'
export {
  createScorer,
  type Evidence,
  groupCaps,
  noVerdicts,
  prior,
  type Score,
  type Scorer,
  type ScoreReason,
  scoreVerification,
  type Weights,
} from './score.ts'
export { judgeVerdicts, type Plausibility } from './impossible-verdicts.ts'
export { evidenceOf } from './evidence-of.ts'
export {
  type Decision,
  type DecisionInput,
  decide,
  defaultThreshold,
  type Outcome,
  outcomeOf,
  stepUpFrom,
} from './decide.ts'
export {
  defaultWork,
  workAtIssueMax,
  type RiskBand,
  riskBands,
  stepUpBudgetMs,
  workAtIssue,
  workOfStepUp,
  type WorkRange,
} from './work.ts'
export { type JudgeOptions, judgeRequest, type RequestHeaders } from './judge-request.ts'
export { type ConnectionFacts, judgeConnection, judgeHeaderOrder } from './judge-connection.ts'
export {
  describeUserAgent,
  userAgentLengthMax,
  readableUserAgent,
  type UserAgentDescription,
} from './describe-user-agent.ts'
export { bitsOf, hasBit, readVerdicts, type VerdictBits, type Verdicts, writeVerdicts } from './verdict-layout.ts'
export { type ShareInterval, wilsonInterval } from './wilson-interval.ts'
