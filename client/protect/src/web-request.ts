import type { Decision } from './decision.ts'
import type { Protection, VisitorRequest } from './protection.ts'
import { endingOf, keepDecision, type ProtectOptions, stop } from './stop.ts'

export function visitorOfRequest({ method, url, headers }: Request, peer: string | null): VisitorRequest {
  const { host, pathname } = new URL(url)
  // As the visitor named it; behind a proxy the address of a Request may be that of the server.
  return { method, host: headers.get('host') ?? host, path: pathname, header: (name) => headers.get(name), peer }
}

export interface WebOptions<Given> extends ProtectOptions<Given> {
  /**
   * The address that is connected with your server, which a `Request` doesn't have. Where the platform sets a header that no visitor can set,
   * read that. Null is unknown, and then limits by network count nobody.
   */
  readonly peer: (given: Given) => string | null
}

/** Runs `handle` for a request that passes, and answers the others. Settles what is counted by the status of the answer. */
export async function protectRequest<Given>(
  protection: Protection,
  options: WebOptions<Given>,
  given: Given,
  request: Request,
  handle: (decision: Decision | null) => Response | Promise<Response>,
): Promise<Response> {
  if (options.skip?.(given)) return handle(null)
  const stopped = await stop(protection, options, given, visitorOfRequest(request, options.peer(given)))
  const { decision, answer, headers } = stopped
  if (answer !== null) return withHeaders(new Response(answer.body, { status: answer.status }), headers)
  keepDecision(request, decision)
  let response: Response
  try {
    response = await handle(decision)
  } catch (error) {
    void protection.end(decision, error instanceof Response ? endingOf(error.status) : 'FAILURE')
    throw error
  }
  void protection.end(decision, endingOf(response.status), response.status)
  return withHeaders(response, headers)
}

function withHeaders(response: Response, headers: readonly (readonly [string, string])[]): Response {
  // Answers of fetch and of Response.redirect cannot be changed.
  const changed = new Headers(response.headers)
  for (const [name, value] of headers)
    if (name === 'Set-Cookie') changed.append(name, value)
    else changed.set(name, value)
  const { status, statusText, body } = response
  return new Response(body, { status, statusText, headers: changed })
}
