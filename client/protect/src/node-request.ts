import type { VisitorRequest } from './protection.ts'

/** What is needed of a request of node:http. */
export interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** `path` where the framework has changed `url`. */
export function visitorRequestOf({ method, url, headers, socket }: NodeRequest, path = url): VisitorRequest {
  const header = (name: string) => {
    const value = headers[name]
    return Array.isArray(value) ? value.join(name === 'cookie' ? '; ' : ', ') : (value ?? null)
  }
  return {
    method: method ?? 'GET',
    // HTTP/2 has it under a name of its own.
    host: header('host') ?? header(':authority') ?? '',
    path: path ?? '/',
    header,
    peer: socket.remoteAddress ?? null,
  }
}
