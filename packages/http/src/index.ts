export {
  type GuardedHandler,
  type GuardedInput,
  mountRoute,
  type MountOptions,
  type RouteAnswer,
  type RouteHandler,
  type RouteInput,
} from './mount-route.ts'
export { callerOf, type Gate, guardRoutes, type GuardedScope } from './guard-routes.ts'
export { ProblemError, type FieldError, type ProblemExtra } from '@bollard/contracts'
export { installProblems, sendProblem, type ProblemAnswer, type ProblemOptions } from './install-problems.ts'
export { keepRawBodies } from './keep-raw-bodies.ts'
export type { ProblemLogger } from './problem-logger.ts'
export {
  expressAnswers,
  openExpressLane,
  type ExpressAnswer,
  type ExpressCall,
  type ExpressHandler,
  type ExpressLane,
} from './express-lane.ts'
export { isDatabaseAway } from './is-database-away.ts'
export { serverOptions } from './server-options.ts'
export { operatorPlugin } from './operator-plugin.ts'
export { refuseCrossSite } from './refuse-cross-site.ts'
export {
  type CallCounts,
  type CallLimiter,
  type CallLimiterOptions,
  type CountedCall,
  createCallLimiter,
  createTaker,
  type Limit,
  limitedIp,
  rateLimited,
  type RateLimit,
  type RateLimiter,
  type RateLimits,
} from './rate-limits.ts'
export {
  createAddressReader,
  createProxyReader,
  leadingGroups,
  plainAddress,
  type AddressReader,
} from './client-address.ts'
export { describeIssues } from './describe-issues.ts'
export { type Connections, type Leave, watchConnections } from './drain-connections.ts'
export { createClientIp, createForwardingOf, isLoopback } from './client-ip.ts'
export { type AddressedRequest, type ClientIpDeps, createIsTrusted, createRequestId } from './trusted-request.ts'
export type { Forwarding } from './forwarding.ts'
export { untrustedForwarding } from './untrusted-forwarding.ts'
export type { OperationExample } from './describe-operation.ts'
export {
  type DocumentOptions,
  type NamedRateLimit,
  openApiDocument,
  type OpenApiDocument,
  type RouteTable,
} from './open-api-document.ts'
export { portablePattern } from './portable-pattern.ts'
export { noteCaller } from './noted-caller.ts'
export { createRepeatedCalls, type RepeatedCalls, sweepRepeatedCalls } from './repeated-calls.ts'
export { decodeCursor, encodeCursor } from './cursor.ts'
export { readCookie } from './read-cookie.ts'
