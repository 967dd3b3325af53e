import { CodeBlock } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../frame/use-signed-in.ts'
import { useCopyTexts } from '../../words/use-copy-texts.ts'
import { highlight } from './highlight.ts'
import { serverLanguageCookie, serverLanguageOf } from './server-language-cookie.ts'
import { type ServerLanguage, serverLanguageNames, serverLanguages, serverSnippet } from './snippets.ts'

const shownWhenChosen: Record<ServerLanguage, string> = {
  node: 'hidden group-has-[[value=node]:checked]/languages:block',
  php: 'hidden group-has-[[value=php]:checked]/languages:block',
  python: 'hidden group-has-[[value=python]:checked]/languages:block',
  curl: 'hidden group-has-[[value=curl]:checked]/languages:block',
}

/** The same question in four languages. Choosing one needs no JavaScript; with it, the choice is remembered. */
export function ServerSnippets({ api }: { api: string }) {
  const { t } = useTranslation()
  const texts = useCopyTexts()
  const chosen = useChosenLanguage()
  return (
    <div className="group/languages min-w-0">
      <fieldset className="mb-3 flex max-w-full overflow-x-auto p-1 -m-1">
        <legend className="sr-only">{t(($) => $.setUp.languages)}</legend>
        {serverLanguages.map((language) => (
          <label
            key={language}
            className="-ms-px inline-flex h-8 cursor-pointer items-center border border-line-strong bg-surface px-3 text-sm whitespace-nowrap text-ink-2 first-of-type:ms-0 first-of-type:rounded-s-[9px] last-of-type:rounded-e-[9px] hover:text-ink has-checked:bg-sunken has-checked:font-[560] has-checked:text-ink has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-amber touch:h-11"
          >
            <input
              type="radio"
              name="server-language"
              value={language}
              defaultChecked={language === chosen}
              onChange={() => void (document.cookie = serverLanguageCookie(language))}
              className="sr-only"
            />
            {serverLanguageNames[language]}
          </label>
        ))}
      </fieldset>
      {serverLanguages.map((language) => {
        const code = serverSnippet(language, api)
        return (
          <div key={language} className={shownWhenChosen[language]}>
            <CodeBlock code={code} html={highlight(code)} title={serverLanguageNames[language]} texts={texts} />
          </div>
        )
      })}
    </div>
  )
}

/** As the server read it with the page, or as it was chosen since. */
function useChosenLanguage(): ServerLanguage {
  const signedIn = useSignedIn()
  if (typeof document !== 'undefined') return serverLanguageOf(document.cookie)
  return serverLanguages.find((language) => language === signedIn?.serverLanguage) ?? serverLanguages[0]
}
