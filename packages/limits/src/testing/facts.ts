import type { Facts } from '../key/facts.ts'

/** A request of which nothing is known but these facts. */
export function factsOf(known: Partial<Facts>): Facts {
  return {
    address: null,
    operator: null,
    country: null,
    method: 'GET',
    host: 'www.example.com',
    path: '/',
    headers: {},
    cookies: {},
    user: null,
    email: null,
    ticket: null,
    tls: null,
    ...known,
  }
}
