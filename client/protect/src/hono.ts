import type { Protection } from './protection.ts'
import { endingOf, keepDecision, type ProtectOptions, stop } from './stop.ts'
import { visitorOfRequest } from './web-request.ts'

export { decisionOf } from './stop.ts'

/** What is needed of a context of Hono 4. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
  readonly env: unknown
  readonly res: Response
  header(name: string, value: string, options: { append: true }): void
}

export interface HonoOptions<C> extends ProtectOptions<C> {
  /** The address that is connected with your server; as `@hono/node-server` has it unless given. */
  readonly peer?: ((context: C) => string | null) | undefined
}

/** A middleware: decides about each request, and answers those that don't pass. `decisionOf(c)` is the decision. */
export function protect<C extends HonoContext>(protection: Protection, options: HonoOptions<C> = {}) {
  const { peer = peerOfNode } = options
  return async (c: C, next: () => Promise<void>): Promise<Response | void> => {
    if (options.skip?.(c)) return next()
    const { decision, answer, headers } = await stop(protection, options, c, visitorOfRequest(c.req.raw, peer(c)))
    if (answer !== null) return new Response(answer.body, { status: answer.status, headers: headers.map(pairOf) })
    keepDecision(c, decision)
    await next()
    for (const [name, value] of headers) c.header(name, value, { append: true })
    void protection.end(decision, endingOf(c.res.status), c.res.status)
  }
}

function pairOf([name, value]: readonly [string, string]): [string, string] {
  return [name, value]
}

function peerOfNode({ env }: HonoContext): string | null {
  const address: unknown = Object(Object(Object(env).incoming).socket).remoteAddress
  return typeof address === 'string' ? address : null
}
