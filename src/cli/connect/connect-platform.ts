import process from 'node:process';
import type { Static } from 'typebox';
import type { ConnectorHealth, ConnectorTypes } from '../../connectors/connector.schema.ts';
import type { ConnectorType } from '../../connectors/connector.ts';
import type { SetupStep } from '../../connectors/setup-guide.ts';
import { type Fault, StartupError } from '../../platform/errors.ts';
import type { Terminal } from '../settings/ask.ts';
import { completeSettings, type Settings } from '../settings/complete-settings.ts';
import { type ConnectorState, followSync } from './follow-sync.ts';
import { type LapseApi, RefusedInput } from './lapse-api.ts';
import { askFor, askSetting, askYesNo, isSpared } from './questions.ts';
import { type Page, paragraph, showStep } from './show-step.ts';
import { tellFound } from './tell-found.ts';

type Health = Static<typeof ConnectorHealth>;

export interface Connecting {
  api: LapseApi;
  name: string | null;
  onlySteps: boolean;
  /** `null`: nobody is there to answer. */
  terminal: Terminal | null;
  onSaved: (name: string) => void;
}

const ABILITIES = {
  discover: 'to find who may reach what',
  read_use: 'to see use',
  revoke: 'to remove and restore access',
};

/** From the steps on the platform to what the first sync found. Nothing is saved before the platform was tried. */
export async function connectPlatform(
  type: ConnectorType,
  given: Settings,
  { api, name, onlySteps, terminal, onSaved }: Connecting,
): Promise<void> {
  const page = pageOf(process.stdout);
  const say = (text: string): void => void process.stdout.write(text);
  const { title, steps } = await offeredType(api, type);
  if (onlySteps) return showAll(title, steps, given, page, say);
  const started =
    terminal === null ? given : await walkThrough({ type, title, steps }, given, { terminal, page, say });
  const { settings, health } = await tryOut(type, started, { api, terminal, page, say });
  if (health.missing.length > 0 && terminal && !(await askYesNo(terminal, 'Save it all the same?', true))) {
    say('Nothing was saved.\n');
    return;
  }
  const called = name ?? (terminal && (await askFor(terminal, `Name of the connector [${title}]: `)));
  const connector = await api<ConnectorState>('POST', '/v1/connectors', {
    platform: type.platform,
    name: called || title,
    settings,
  }).catch(explainRefusal);
  onSaved(connector.name);
  say(
    paragraph(
      `${connector.name} is connected. It only plans: nothing is removed there until an admin turns it on.`,
      page,
      '',
    ),
  );
  const synced = await followSync(api, connector.id);
  say(await tellFound(api, synced, page));
}

function pageOf({ columns, isTTY }: NodeJS.WriteStream): Page {
  const code = (number: number) => (text: string) =>
    isTTY && !process.env.NO_COLOR ? text.replace(/^.+$/gm, `\u001b[${number}m$&\u001b[0m`) : text;
  return { width: Math.min(isTTY ? (columns ?? 80) : 100, 100), bold: code(1), dim: code(2) };
}

async function offeredType(api: LapseApi, { platform }: ConnectorType) {
  const { items } = await api<Static<typeof ConnectorTypes>>('GET', '/v1/connectors/types');
  const found = items.find((item) => item.platform === platform);
  if (found) return found as { title: string; steps: SetupStep[] };
  throw new StartupError(
    `The Lapse that is running there cannot connect ${platform}: it is another version.`,
  );
}

function showAll(
  title: string,
  steps: readonly SetupStep[],
  given: Settings,
  page: Page,
  say: (text: string) => void,
): void {
  say(page.bold(`Connecting ${title}\n`));
  for (const [i, step] of steps.entries()) {
    const suggested = Object.fromEntries(step.settings.map(({ name, suggestion }) => [name, suggestion]));
    say(showStep(step, { number: i + 1, of: steps.length }, { ...suggested, ...given }, page));
  }
}

interface Offered {
  type: ConnectorType;
  title: string;
  steps: readonly SetupStep[];
}

interface Talk {
  terminal: Terminal;
  page: Page;
  say: (text: string) => void;
}

/** Step by step: names that are free to choose are asked for first, so that what can be copied has them in it. */
async function walkThrough(
  { type, title, steps }: Offered,
  given: Settings,
  { terminal, page, say }: Talk,
): Promise<Settings> {
  const settings = { ...given };
  const total = steps.length;
  say(page.bold(`Connecting ${title}\n`));
  let isRemoving: boolean | null = null;
  for (const [i, step] of steps.entries()) {
    if (step.needed_for === 'revoke') {
      isRemoving ??= await askYesNo(
        terminal,
        '\nThe rest is for removing and restoring only. Set that up, too?',
        false,
      );
      if (!isRemoving) continue;
    }
    const isOpen = ({ name }: { name: string }) => settings[name] === undefined;
    const askAbout = async ({ name, suggestion }: SetupStep['settings'][number]): Promise<void> => {
      const field = type.settings.find((one) => one.name === name);
      if (!field || !isOpen(field) || isSpared(field, settings)) return;
      const value = await askSetting(terminal, field, suggestion);
      if (value !== null) settings[name] = value;
    };
    for (const setting of step.settings.filter(({ suggestion }) => suggestion !== null))
      await askAbout(setting);
    say(showStep(step, { number: i + 1, of: total }, settings, page));
    for (const setting of step.settings.filter(({ suggestion }) => suggestion === null))
      await askAbout(setting);
  }
  return settings;
}

interface TryOut {
  api: LapseApi;
  terminal: Terminal | null;
  page: Page;
  say: (text: string) => void;
}

/** Tests the settings, as they would be saved, until the platform can be read. */
async function tryOut(
  type: ConnectorType,
  given: Settings,
  { api, terminal, page, say }: TryOut,
): Promise<{ settings: Settings; health: Health }> {
  let settings = given;
  for (;;) {
    let health: Health | null = null;
    const judge = async (candidate: Settings): Promise<Fault[]> => {
      try {
        health = await api<Health>('POST', '/v1/connectors/test', {
          platform: type.platform,
          settings: candidate,
        });
        return [];
      } catch (error) {
        if (error instanceof RefusedInput) return faultsOf(error);
        throw error;
      }
    };
    settings = await completeSettings(type, type.settings, settings, {
      judge,
      askSetting: terminal && ((field) => askSetting(terminal, field)),
    });
    const found = health as unknown as Health;
    say(healthText(found, page));
    if (found.ok) return { settings, health: found };
    if (terminal === null)
      throw new StartupError('Nothing was saved, because the platform cannot be read like this.');
    terminal.output.write('Enter tests again, the name of a setting changes it, q ends.\n');
    const again = await askFor(terminal, 'Setting: ');
    if (again.toLowerCase() === 'q') throw new StartupError('Nothing was saved.');
    const field = type.settings.find(({ name }) => name === again);
    if (field) settings = { ...settings, [field.name]: await askSetting(terminal, field) };
    else if (again !== '') terminal.output.write(`  There is no setting ${again}.\n`);
  }
}

/** By the name of the setting, as it is given here. */
const faultsOf = ({ faults }: RefusedInput): Fault[] =>
  faults.map((fault) => ({
    ...fault,
    loc: fault.loc[0] === 'body' && fault.loc[1] === 'settings' ? fault.loc.slice(2) : fault.loc,
  }));

function explainRefusal(error: unknown): never {
  throw error instanceof RefusedInput ? new StartupError(`Lapse refuses it: ${error.message}.`) : error;
}

function healthText({ ok, message, missing }: Health, page: Page): string {
  let text = `\n${page.bold('Test')}\n${paragraph(message, page)}`;
  for (const [ability, purpose] of Object.entries(ABILITIES)) {
    const lacks = missing.filter((one) => one.ability === ability);
    if (lacks.length === 0) text += ok ? paragraph(`ok  ${purpose}`, page, '      ', '  ') : '';
    else {
      text += paragraph(`!!  ${purpose}, this is missing:`, page, '      ', '  ');
      for (const { what } of lacks) text += paragraph(what, page, '        ', '      - ');
    }
  }
  return `${text}\n`;
}
