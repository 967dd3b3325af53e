interface ImportMetaEnv {
  /** Translation coverage as JSON, written by the build. */
  readonly COVERAGE: string
}
