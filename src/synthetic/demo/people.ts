/** The people, service accounts and groups of Quillhaven Mutual, an insurer that exists only here. */

export const DOMAIN = 'quillhaven.example';

export type Office = 'Rotterdam' | 'Porto' | 'Singapore';

/** What people, service accounts and groups have in common. */
export interface Account {
  id: string;
  name: string;
  department: string;
  /** Of a service account or a group: who answers for it. */
  manager?: string;
  created_days_ago: number;
}

export interface Person extends Account {
  /** The part of the e-mail address before the @. */
  login: string;
  office: Office;
  mfa_enabled?: false;
  protected?: true;
  disabled?: true;
  /** Where the last login is not simply the last use. */
  last_login_days_ago?: number;
}

// biome-ignore format: a table is read by its columns
export const PEOPLE: readonly Person[] = [
  { id: 'prin-001', name: 'Amara Okonjo-Whitfield', login: 'amara.okonjo', department: 'Executive', office: 'Rotterdam', created_days_ago: 2900 },
  { id: 'prin-002', name: 'Zoë Lindqvist', login: 'zoe.lindqvist', department: 'Data Platform', office: 'Rotterdam', manager: 'prin-001', created_days_ago: 2100 },
  { id: 'prin-003', name: 'Tomás Echeverría', login: 'tomas.echeverria', department: 'Data Platform', office: 'Porto', manager: 'prin-002', created_days_ago: 1200 },
  { id: 'prin-004', name: 'Nguyễn Minh Châu', login: 'chau.nguyen', department: 'Data Platform', office: 'Singapore', manager: 'prin-002', created_days_ago: 880 },
  { id: 'prin-005', name: 'Kwabena Asante', login: 'kwabena.asante', department: 'Data Platform', office: 'Rotterdam', manager: 'prin-002', created_days_ago: 960 },
  { id: 'prin-006', name: 'Ewa Wiśniewska-Brandt', login: 'ewa.wisniewska', department: 'Data Platform', office: 'Rotterdam', manager: 'prin-002', created_days_ago: 700 },
  { id: 'prin-007', name: 'Håkon Myrvold', login: 'hakon.myrvold', department: 'Finance', office: 'Rotterdam', manager: 'prin-001', created_days_ago: 2500 },
  { id: 'prin-008', name: 'Priya Raghunathan', login: 'priya.raghunathan', department: 'Finance', office: 'Singapore', manager: 'prin-007', created_days_ago: 1350 },
  { id: 'prin-009', name: 'Gülşen Aktaş', login: 'gulsen.aktas', department: 'Finance', office: 'Rotterdam', manager: 'prin-007', created_days_ago: 1010 },
  { id: 'prin-010', name: 'Dmytro Kovalchuk', login: 'dmytro.kovalchuk', department: 'Finance', office: 'Porto', manager: 'prin-007', created_days_ago: 820 },
  { id: 'prin-011', name: 'Mei-Ling Tseng', login: 'meiling.tseng', department: 'Finance', office: 'Singapore', manager: 'prin-007', created_days_ago: 12, last_login_days_ago: 1 },
  { id: 'prin-012', name: 'Siobhán Ní Dhálaigh', login: 'siobhan.nidhalaigh', department: 'Claims', office: 'Porto', manager: 'prin-001', created_days_ago: 2300 },
  { id: 'prin-013', name: 'Lucas Figueiredo', login: 'lucas.figueiredo', department: 'Claims', office: 'Porto', manager: 'prin-012', created_days_ago: 1100 },
  { id: 'prin-014', name: 'Fatoumata Diarra', login: 'fatoumata.diarra', department: 'Claims', office: 'Porto', manager: 'prin-012', created_days_ago: 990 },
  { id: 'prin-015', name: '森本 由紀', login: 'yuki.morimoto', department: 'Underwriting', office: 'Singapore', manager: 'prin-001', created_days_ago: 2200 },
  { id: 'prin-016', name: 'Aroha Tamihana', login: 'aroha.tamihana', department: 'Claims', office: 'Singapore', manager: 'prin-012', created_days_ago: 760 },
  { id: 'prin-017', name: 'Omar Haddadin', login: 'omar.haddadin', department: 'Claims', office: 'Porto', manager: 'prin-012', created_days_ago: 1300, disabled: true },
  { id: 'prin-018', name: 'Jiří Havránek', login: 'jiri.havranek', department: 'Underwriting', office: 'Rotterdam', manager: 'prin-015', created_days_ago: 1400 },
  { id: 'prin-019', name: 'Léa Marchetti-Dubois', login: 'lea.marchetti', department: 'Underwriting', office: 'Rotterdam', manager: 'prin-015', created_days_ago: 1050 },
  { id: 'prin-020', name: 'Birgitta Strömqvist', login: 'birgitta.stromqvist', department: 'Underwriting', office: 'Rotterdam', manager: 'prin-015', created_days_ago: 930 },
  { id: 'prin-021', name: 'Sunil Wickramaratne', login: 'sunil.wickramaratne', department: 'Underwriting', office: 'Singapore', manager: 'prin-015', created_days_ago: 810, mfa_enabled: false },
  { id: 'prin-022', name: 'Rosa Ilunga', login: 'rosa.ilunga', department: 'People', office: 'Rotterdam', manager: 'prin-001', created_days_ago: 2050 },
  { id: 'prin-023', name: 'Þórdís Ragnarsdóttir', login: 'thordis.ragnarsdottir', department: 'People', office: 'Rotterdam', manager: 'prin-022', created_days_ago: 1150 },
  { id: 'prin-024', name: 'Carlos Ibáñez Prieto', login: 'carlos.ibanez', department: 'People', office: 'Porto', manager: 'prin-022', created_days_ago: 840 },
  { id: 'prin-025', name: 'Noor van der Heijden', login: 'noor.vanderheijden', department: 'Marketing', office: 'Rotterdam', manager: 'prin-001', created_days_ago: 1700 },
  { id: 'prin-026', name: 'Leilani Kahale', login: 'leilani.kahale', department: 'Marketing', office: 'Porto', manager: 'prin-025', created_days_ago: 720, mfa_enabled: false },
  { id: 'prin-027', name: 'Mateusz Żurawski', login: 'mateusz.zurawski', department: 'Data Platform', office: 'Rotterdam', manager: 'prin-002', created_days_ago: 1250 },
  { id: 'prin-028', name: 'Miriam Ben-Ezra', login: 'miriam.benezra', department: 'Risk & Compliance', office: 'Rotterdam', manager: 'prin-001', created_days_ago: 1900 },
  { id: 'prin-029', name: 'Василиса Орлова', login: 'vasilisa.orlova', department: 'Risk & Compliance', office: 'Porto', manager: 'prin-028', created_days_ago: 980 },
  { id: 'prin-030', name: 'Break-glass Administrator', login: 'break-glass', department: 'Data Platform', office: 'Rotterdam', manager: 'prin-002', created_days_ago: 2000, protected: true, last_login_days_ago: 214 },
];

export interface ServiceAccount extends Account {
  platform: string;
  /** The hour at which its schedule starts, UTC. */
  hour: number;
}

// biome-ignore format: a table is read by its columns
export const SERVICE_ACCOUNTS: readonly ServiceAccount[] = [
  { id: 'prin-031', name: 'svc-nightly-etl', department: 'Data Platform', platform: 'databricks', manager: 'prin-003', created_days_ago: 1500, hour: 2 },
  { id: 'prin-032', name: 'svc-bi-refresh', department: 'Data Platform', platform: 'fabric', manager: 'prin-005', created_days_ago: 1150, hour: 5 },
  { id: 'prin-033', name: 'svc-claims-intake', department: 'Claims', platform: 'synapse', manager: 'prin-012', created_days_ago: 1400, hour: 0 },
  { id: 'prin-034', name: 'svc-pricing-model', department: 'Underwriting', platform: 'databricks', manager: 'prin-015', created_days_ago: 610, hour: 3 },
  { id: 'prin-035', name: 'svc-legacy-export', department: 'Data Platform', platform: 'synapse', manager: 'prin-002', created_days_ago: 1850, hour: 1 },
];

export interface Group extends Account {
  /** How many days ago each member was added. */
  members: Readonly<Record<string, number>>;
}

/**
 * Jiří left Claims for Underwriting and was added to the new group without being removed from the old one;
 * Omar's account is disabled and still a member; Project Meridian ended and nobody dissolved its group.
 */
// biome-ignore format: a table is read by its columns
export const GROUPS: readonly Group[] = [
  { id: 'prin-036', name: 'Finance Analysts', department: 'Finance', manager: 'prin-007', created_days_ago: 1800, members: { 'prin-008': 980, 'prin-009': 980, 'prin-010': 800, 'prin-011': 11 } },
  { id: 'prin-037', name: 'Claims Handlers', department: 'Claims', manager: 'prin-012', created_days_ago: 1800, members: { 'prin-013': 960, 'prin-014': 960, 'prin-018': 960, 'prin-016': 750, 'prin-017': 960 } },
  { id: 'prin-038', name: 'Data Engineers', department: 'Data Platform', manager: 'prin-002', created_days_ago: 1750, members: { 'prin-003': 950, 'prin-004': 870, 'prin-005': 940, 'prin-006': 690 } },
  { id: 'prin-039', name: 'Pricing Actuaries', department: 'Underwriting', manager: 'prin-015', created_days_ago: 1600, members: { 'prin-018': 73, 'prin-019': 900, 'prin-020': 900, 'prin-021': 800, 'prin-034': 600 } },
  { id: 'prin-040', name: 'Project Meridian', department: 'Marketing', manager: 'prin-025', created_days_ago: 420, members: { 'prin-004': 410, 'prin-014': 410, 'prin-020': 410, 'prin-026': 410 } },
];

/** What some principals are called on the platforms themselves. */
export const PLATFORM_LOGINS: readonly (readonly [principal: string, provider: string, login: string])[] = [
  ['prin-002', 'postgres', 'zlindqvist'],
  ['prin-003', 'postgres', 'techeverria'],
  ['prin-005', 'postgres', 'kasante'],
  ['prin-022', 'postgres', 'rilunga'],
  ['prin-023', 'postgres', 'tragnarsdottir'],
  ['prin-031', 'postgres', 'etl_reader'],
  ['prin-031', 'databricks', '7410839265512047'],
  ['prin-034', 'databricks', '2286017394408851'],
];
