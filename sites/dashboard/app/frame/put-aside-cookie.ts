import { cookieValue } from '@bollard/site-kit'

const name = 'factor_notice'
const dayInSeconds = 86_400

/** Whether this browser has put the notice about a second factor aside within the last day. */
export function isPutAside(cookieHeader: string | null): boolean {
  return cookieValue(cookieHeader, name) === 'later'
}

/** Puts it aside for a day: a `Set-Cookie` header. */
export function putAside({ secure }: { secure: boolean }): string {
  return `${name}=later; Path=/; Max-Age=${dayInSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
