import { type Agent, request } from 'node:http'

/**
 * Asks by the name that the balancer knows the API by. Resolves with the answer once all of it is there, or the code of the fault. The agent
 * says from which address.
 */
export function ask(
  agent: Agent | undefined,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<Response | string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const asking = request(
      url,
      { method: 'POST', agent, timeout: 15_000, headers: { ...headers, host: 'captcha.example.org' } },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve(new Response(Buffer.concat(parts), { status: response.statusCode ?? 0 })))
        response.on('error', fail)
      },
    )
    asking.on('error', fail)
    asking.on('timeout', () => asking.destroy(new Error('no answer within 15 s')))
    asking.end(body)
  })
}
