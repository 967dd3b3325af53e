export {
  type AskedSite,
  createGateway,
  type Gateway,
  type GatewayOptions,
  type GatewaySite,
} from './gateway.ts'
export { createGatewayServer, type GatewayServerOptions } from './create-gateway-server.ts'
export type { RequestBounds } from './request-fault.ts'
export type { HealthCheck, Upstream, UpstreamState } from './upstreams.ts'
export type { Answer, AnyRequest, AnyResponse, Pass, Verdict, Visit } from './visit.ts'
