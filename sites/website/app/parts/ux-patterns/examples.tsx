import type { WebsiteTexts } from '@bollard/i18n'
import { Button, TextField } from '@bollard/ui'

type Words = WebsiteTexts['parts']['uxPatterns']['examples']
export type PatternId = keyof ReturnType<typeof examplesIn>

/** The live examples, two for each pattern: what not to do, and what to do instead. */
export function examplesIn(words: Words) {
  return {
    step: {
      dont: (
        <>
          <TextField label={words.email} type="email" autoComplete="off" />
          <label className="flex min-h-11 items-center gap-2.5 text-sm">
            <input type="checkbox" autoComplete="off" className="size-5" /> {words.step.robot}
          </label>
          <TextField label={words.step.letters} autoComplete="off" />
        </>
      ),
      do: (
        <>
          <TextField label={words.email} type="email" autoComplete="off" />
          <Line text={words.step.background} />
        </>
      ),
    },
    button: {
      dont: (
        <Button variant="primary" disabled className="justify-self-start">
          {words.send}
        </Button>
      ),
      do: <Answering button={words.send} answer={words.button.waits} />,
    },
    status: {
      dont: <span aria-hidden="true" className="block size-5 animate-pulse rounded-post bg-line-strong" />,
      do: (
        <div className="grid gap-1.5">
          <Line text={words.status.checking} />
          <progress aria-label={words.status.checking} max={32} value={20} className={progressClass} />
        </div>
      ),
    },
    refusal: {
      dont: <Answering button={words.send} answer={words.refusal.bare} />,
      do: <Answering button={words.send} answer={words.refusal.helpful} />,
    },
    input: {
      dont: (
        <>
          <TextField label={words.message} autoComplete="off" defaultValue="" />
          <Line text={words.input.lost} />
        </>
      ),
      do: (
        <>
          <TextField label={words.message} autoComplete="off" defaultValue={words.input.text} />
          <Line text={words.input.kept} />
        </>
      ),
    },
    time: {
      dont: <Line text={words.time.over} />,
      do: <Line text={words.time.renewed} />,
    },
    order: {
      dont: (
        <>
          <Button className="justify-self-start">{words.send}</Button>
          <Line text={words.order.captcha} />
        </>
      ),
      do: (
        <>
          <Line text={words.order.captcha} />
          <Button className="justify-self-start">{words.send}</Button>
        </>
      ),
    },
    way: {
      dont: <Line text={words.way.wall} />,
      do: <Line text={words.way.open} />,
    },
  }
}

const progressClass =
  'h-2 w-full appearance-none overflow-hidden rounded-post bg-line [&::-moz-progress-bar]:bg-amber [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-amber'

/** A line that says what is going on. */
function Line({ text }: { text: string }) {
  return <p className="rounded-sm border border-line bg-surface px-3 py-2 text-sm">{text}</p>
}

/** A button that answers without sending anything, and without script. */
function Answering({ button, answer }: { button: string; answer: string }) {
  return (
    <details>
      <summary className="w-fit rounded-md border border-line-strong bg-surface px-4 py-2.5 text-sm font-[560]">
        {button}
      </summary>
      <div className="mt-3">
        <Line text={answer} />
      </div>
    </details>
  )
}
