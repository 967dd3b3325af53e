import { jsonRequest, type RequestKind } from './channel-kind.ts'
import { cut, fitText } from './message.ts'

/** An incoming webhook. `text` is what notifications show; nothing in it may mention people or make links of its own. */
export const slack: RequestKind<'SLACK'> = {
  requestOf: (_target, { url = '' }, { title, lines, more, url: link }) =>
    jsonRequest(url, {
      text: escape(cut(title, 1_000)),
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: cut(title, 150), emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text: fitText({ lines, more }, 2_900, escape), verbatim: true } },
        { type: 'context', elements: [{ type: 'mrkdwn', text: `<${link}>` }] },
      ],
    }),
}

/** The three characters that Slack wants written otherwise. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
