import { cookieValue } from '@bollard/site-kit'

/** Its value while the notice about a second factor is put aside. */
export const putAsideCookie = { name: 'factor_notice', value: 'later' } as const

/** Whether this browser has put the notice about a second factor aside within the last day. */
export function isPutAside(cookieHeader: string | null): boolean {
  return cookieValue(cookieHeader, putAsideCookie.name) === putAsideCookie.value
}
