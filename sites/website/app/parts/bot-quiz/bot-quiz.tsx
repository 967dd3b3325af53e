import { useTranslation } from 'react-i18next'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { Quiz, Scene } from '../quiz/quiz.tsx'

type Kind = 'person' | 'bot' | 'open'
const kinds: readonly Kind[] = ['person', 'bot', 'open']

/** What each visitor sends as its user agent, and what it is. */
const visitors = {
  script: { agent: 'python-requests/2.32.3', kind: 'bot' },
  plain: {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    kind: 'open',
  },
  keyboard: {
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    kind: 'person',
  },
  headless: {
    agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    kind: 'bot',
  },
  crawler: { agent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', kind: 'open' },
  fast: {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    kind: 'bot',
  },
  office: {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    kind: 'open',
  },
} as const satisfies Record<string, { agent: string; kind: Kind }>

const names = Object.keys(visitors) as (keyof typeof visitors)[]

/** Person, bot, or not to be told: visitors as a server sees them. */
export function BotQuiz() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.botQuiz, { returnObjects: true })
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Quiz
        questions={names.map((name) => ({
          id: name,
          ask: <Scene text={texts.visitors[name].does} shown={visitors[name].agent} />,
          options: kinds.map((kind) => texts.kinds[kind]),
          right: kinds.indexOf(visitors[name].kind),
          why: texts.visitors[name].why,
        }))}
      />
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}
