export { jsonPathFault } from './answer/read-json-path.ts'
export { patternFault } from './answer/match-pattern.ts'
export {
  type Check,
  type CheckOptions,
  type FormHelp,
  type FormTarget,
  type DnsRecordType,
  dnsRecordTypes,
  type HttpAuthentication,
  type HttpHeader,
  type ProbedKind,
  type Targets,
} from './check.ts'
export { type FaultCode, faults } from './faults.ts'
export { runCheck } from './run-check.ts'
export { createOwnLine, type OwnLine, targetOf } from './own-line.ts'
