import { createApiClient } from '@bollard/api-client'
import type { Notice } from '@bollard/contracts'
import type { Language } from '@bollard/i18n'
import { noticeIn, type ShownNotice } from '../site/notice-text.ts'

const freshMs = 10_000
/** A page does not wait longer for a notice. */
const waitMsMax = 1_000

/**
 * Asks for the notice that pages show: once in ten seconds for all pages of a process. While the API does not answer there is none, since
 * the page then says so itself.
 */
export function createNoticeReader({
  now = Date.now,
  ask = askApi,
}: {
  readonly now?: () => number
  readonly ask?: (apiUrl: string) => Promise<Notice | null>
} = {}): (apiUrl: string, language: Language) => Promise<ShownNotice | null> {
  let asked: { at: number; answer: Promise<Notice | null> } | null = null
  return async (apiUrl, language) => {
    if (asked === null || now() - asked.at >= freshMs) asked = { at: now(), answer: ask(apiUrl).catch(() => null) }
    const notice = await asked.answer
    if (notice === null || Date.parse(notice.endsAt) <= now()) return null
    return noticeIn(notice.texts, language)
  }
}

async function askApi(apiUrl: string): Promise<Notice | null> {
  const api = createApiClient({
    baseUrl: apiUrl,
    fetch: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(waitMsMax) }),
  })
  return (await api.getNotice()).notice
}

export const noticeOf = createNoticeReader()
