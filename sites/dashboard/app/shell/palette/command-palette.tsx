/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the combobox pattern of ARIA: no tag lists what is typed for, with a second line, in our colours */
import { useSite } from '@bollard/site-kit'
import { classNames, Dialog, Icon, TextInput } from '@bollard/ui'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { solutionLabel } from '../../frame/solution-label.ts'
import type { ListedSolution } from '../../frame/use-signed-in.ts'
import { collectCommands } from './collect-commands.ts'
import type { loader } from './organizations.ts'
import { type Command, rankCommands } from './rank-commands.ts'

/** So many are drawn; what is typed finds the others. */
const shownMax = 50

interface CommandPaletteProps {
  solutions: readonly ListedSolution[]
  onClose: () => void
}

/** Searches the pages of the menus, captchas, organizations and actions, and goes there. */
export function CommandPalette({ solutions, onClose }: CommandPaletteProps) {
  const { t } = useTranslation()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [place, setPlace] = useState(0)
  const commands = useCommands(solutions)
  // At once, not deferred: Enter must open what was typed, however fast.
  const found = useMemo(() => rankCommands(commands, typed), [commands, typed])
  const shown = found.slice(0, shownMax)
  const active = Math.min(place, shown.length - 1)

  useEffect(() => {
    document.querySelector(`[id="${listId}-${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, active])

  const choose = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    // Once the dialog has given the focus back, or it would take it from where one has gone.
    requestAnimationFrame(() => command.run())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1
    const next = {
      ArrowDown: active === last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      PageDown: Math.min(active + 8, last),
      PageUp: Math.max(active - 8, 0),
    }[event.key]
    if (event.key === 'Enter') choose(shown[active])
    else if (next !== undefined) setPlace(next)
    else return
    event.preventDefault()
  }

  return (
    <Dialog
      open
      title={t(($) => $.palette.title)}
      closeLabel={t(($) => $.palette.close)}
      firstFocus={input}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <TextInput
        ref={input}
        type="search"
        role="combobox"
        aria-label={t(($) => $.palette.title)}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder={t(($) => $.palette.placeholder)}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          setPlace(0)
        }}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={t(($) => $.palette.results)}
        className="-mx-3 max-h-[min(24rem,50dvh)] overflow-y-auto"
      >
        {shown.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- keys are those of the input, which keeps the focus
          <div
            key={command.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => choose(command)}
            onPointerMove={() => setPlace(index)}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2',
              index === active && 'bg-sunken',
            )}
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{command.label}</span>
            <span className="ms-auto max-w-[45%] shrink-0 truncate text-sm text-ink-3">{command.place}</span>
            <Icon
              name="arrow-right"
              className={classNames('size-4 shrink-0 text-ink-3', index !== active && 'invisible')}
            />
          </div>
        ))}
      </div>
      <output className="block text-sm text-ink-3">
        {shown.length === 0
          ? t(($) => $.palette.none)
          : found.length > shown.length
            ? t(($) => $.palette.more, { count: found.length - shown.length })
            : t(($) => $.palette.keys)}
      </output>
    </Dialog>
  )
}

/** What the menus offer, then every captcha and organization. */
function useCommands(solutions: readonly ListedSolution[]): readonly Command[] {
  const { t } = useTranslation()
  const { language } = useSite()
  const navigate = useNavigate()
  const { data: organizations = [], load } = useFetcher<typeof loader>()
  useEffect(() => void load(`/${language}/palette`), [load, language])
  const { key } = useLocation()
  const [inMenus, setInMenus] = useState<readonly Command[]>([])
  // Anew on each page: the palette can open while the one before is still shown.
  useEffect(() => {
    const collect = () => setInMenus(collectCommands(document, (path) => void navigate(path)))
    const frame = requestAnimationFrame(collect)
    return () => cancelAnimationFrame(frame)
  }, [key, navigate])
  return useMemo(
    () => [
      ...inMenus,
      ...solutions.map((solution) => ({
        id: solution.id,
        label: solutionLabel(solution),
        place: t(($) => $.types[solution.item.type]),
        run: () => void navigate(`/${language}/solutions/${solution.id}/overview`),
      })),
      ...organizations.map(({ id, name }) => ({
        id,
        label: name,
        place: t(($) => $.palette.organization),
        run: () => void navigate(`/${language}/organizations/${id}`),
      })),
    ],
    [inMenus, solutions, organizations, language, navigate, t],
  )
}
