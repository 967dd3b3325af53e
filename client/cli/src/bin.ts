#!/usr/bin/env node
import { openTerminal } from './open-terminal.ts'
import { runBollard } from './run-bollard.ts'

process.exitCode = await runBollard(process.argv.slice(2), openTerminal())
