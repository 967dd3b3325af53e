import { cut, jsonRequest, type RequestKind } from './channel-kind.ts'

/** `sendMessage` of the Bot API, as plain text. */
export const telegram: RequestKind<'TELEGRAM'> = {
  requestOf: ({ chatId, threadId }, { token = '' }, { title, text, url }) =>
    jsonRequest(`https://api.telegram.org/bot${token}/sendMessage`, {
      chat_id: chatId,
      ...(threadId === null ? {} : { message_thread_id: threadId }),
      text: cut(`${title}\n${text}\n${url}`, 4_096),
      link_preview_options: { is_disabled: true },
    }),
  /** An unknown chat, a bot that was thrown out and a token that is none come as 400, 403 and 404; how long to wait is in the body. */
  verdictOf({ status, body }) {
    if (status === 400 || status === 403) return { error: 'credentials', retryAfterSeconds: null }
    if (status !== 429) return null
    const seconds = /"retry_after":\s*(\d{1,7})/u.exec(body.toString('utf8'))?.[1]
    return { error: 'rate-limited', retryAfterSeconds: seconds === undefined ? null : Number(seconds) }
  },
}
