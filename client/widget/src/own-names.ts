import { noHands } from './collector/hands.ts'

/**
 * Names of properties that only the widget's own code uses: the build writes short ones in their place, which saves what
 * visitors load. None of them is a name of the browser, of a call to the service or between two of the files; a test sees to it.
 */
export const ownNames = [
  ...ofHands(),
  ...wordsIn('hands coarseClock globalsAtLoad honeypotFilled visitor byTouch desktop chromium clean submitted'),
  ...wordsIn('onProgress onMinimalData onTouch onSubmit doneHashes timeoutMs formReset isFilled scriptOrigin validMs'),
  ...wordsIn(
    'kind problem outage collector stalled moved hintLine announcement startWorker threads busyWith container setProblem waiting settled wishes moves engineAnswers',
  ),
  ...wordsIn(
    'internals checking field spoken renews startsByItself renewsByItself inPassing hold maySend notSent isAwaited expireIfDue onHeldBack onData addTo follow leave redraw levels',
  ),
] as const

/** What is counted of a visitor's hands. */
function ofHands(): string[] {
  return Object.keys(noHands()).filter((name) => !['offsets', 'clicks', 'taps'].includes(name))
}

function wordsIn(text: string): string[] {
  return text.split(' ')
}
