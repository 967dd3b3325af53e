import { jsonRequest, type RequestKind } from './channel-kind.ts'
import { cut, fitText } from './message.ts'

/** A workflow that posts the adaptive card it is sent; the connectors that came before it have ended. */
export const teams: RequestKind<'TEAMS'> = {
  requestOf: (_target, { url = '' }, { title, lines, more, url: link }) =>
    jsonRequest(url, {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: plain(cut(title, 500)), size: 'Medium', weight: 'Bolder', wrap: true },
              // A single line break is none in a text block.
              ...fitText({ lines, more }, 5_000)
                .split('\n')
                .map((line) => ({ type: 'TextBlock', text: plain(line), wrap: true, spacing: 'Small' })),
            ],
            actions: [{ type: 'Action.OpenUrl', title: new URL(link).hostname, url: link }],
          },
        },
      ],
    }),
}

/** Without Markdown: a name of a service makes no link. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_[\]()#]/gu, String.raw`\$&`)
}
