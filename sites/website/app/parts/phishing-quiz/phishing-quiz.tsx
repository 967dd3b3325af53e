import { useTranslation } from 'react-i18next'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { Quiz, Scene } from '../quiz/quiz.tsx'

/** What is to be judged: addresses, which are the same in every language, on names that are reserved for examples. */
const cases = {
  subdomain: { shown: 'https://sign-in.bank.example/account', isFake: false },
  front: { shown: 'https://bank.example.account-check.test/', isFake: true },
  hyphen: { shown: 'https://bank-example.test/sign-in', isFake: true },
  user: { shown: 'https://bank.example@198.51.100.7/', isFake: true },
  letter: { shown: 'https://xn--bnk-6cd.example/', isFake: true },
  path: { shown: 'https://bank.example/.account-check.test/help', isFake: false },
  sender: { shown: 'From: "service@bank.example" <info@mail-9.test>', isFake: true },
  notice: { shown: 'From: "Bank" <service@bank.example>', isFake: false },
} as const

const names = Object.keys(cases) as (keyof typeof cases)[]

/** Genuine or fake: addresses and senders, with the rule that decides. */
export function PhishingQuiz() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.phishingQuiz, { returnObjects: true })
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Quiz
        questions={names.map((name) => ({
          id: name,
          ask: <Scene text={texts.cases[name].scene} shown={cases[name].shown} />,
          options: [texts.genuine, texts.fake],
          right: cases[name].isFake ? 1 : 0,
          why: texts.cases[name].why,
        }))}
      />
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}
