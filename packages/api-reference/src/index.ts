export { describeApi, examplesFile, rateLimitsFile, readExamples } from './describe-api.ts'
export type { Description, Problem } from './description.ts'
export type { Field, Shape, Variant } from './describe-shape.ts'
export {
  type Answer,
  type Example,
  type Group,
  type Operation,
  type Parameter,
  readReference,
  type Reference,
} from './read-reference.ts'
export { addressOf, keyHeader, requestOf, type SampleRequest } from './samples/request.ts'
export { type SampleLanguage, sampleLanguages, writeSample } from './samples/write-samples.ts'
export { operationsWithTestKeys, type TestCall, testCallOf } from './test-calls.ts'
export { limitInWords, writeOperation } from './write-operation.ts'
export { whoMayCall } from './who-may-call.ts'
export {
  codePlaces,
  type CodePlaces,
  explainCode,
  type ExplanationWords,
  explainedCodes,
  type Explanation,
  writeExplanation,
} from './explain-code.ts'
export type { ExplainedCode } from '@bollard/contracts'
