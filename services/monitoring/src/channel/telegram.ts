import { jsonRequest, type RequestKind } from './channel-kind.ts'
import { cut, fitText } from './message.ts'

/** `sendMessage` of the Bot API, as plain text. */
export const telegram: RequestKind<'TELEGRAM'> = {
  requestOf: ({ chatId, threadId }, { token = '' }, { title, lines, more, url }) =>
    jsonRequest(`https://api.telegram.org/bot${token}/sendMessage`, {
      chat_id: chatId,
      ...(threadId === null ? {} : { message_thread_id: threadId }),
      text: `${cut(title, 500)}\n${fitText({ lines, more }, 4_094 - Math.min(title.length, 500) - url.length)}\n${url}`,
      link_preview_options: { is_disabled: true },
    }),
  /** An unknown chat, a bot that was thrown out and a token that is none come as 400, 403 and 404. */
  verdictOf: ({ status }) => (status === 400 ? { error: 'credentials', retryAfterSeconds: null } : null),
}
