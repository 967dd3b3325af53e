import { cookieValue } from '@bollard/site-kit'

/** The notices that can be put aside for a day, each by itself. */
export const putAsideNotices = ['factor', 'mails', 'admin'] as const
export type PutAsideNotice = (typeof putAsideNotices)[number]

/** The cookie that keeps a notice aside, with its value while it does. */
export function putAsideCookie(notice: PutAsideNotice) {
  return { name: `${notice}_notice`, value: 'later' } as const
}

/** The notices that this browser has put aside within the last day. */
export function putAsideIn(cookieHeader: string | null): PutAsideNotice[] {
  return putAsideNotices.filter((notice) => {
    const { name, value } = putAsideCookie(notice)
    return cookieValue(cookieHeader, name) === value
  })
}
