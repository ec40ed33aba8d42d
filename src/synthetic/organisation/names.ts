import { mix, pick } from '../random.ts';

// biome-ignore format: a list of words
const GIVEN = [
  'Adaeze', 'Aiko', 'Alejandra', 'Anaïs', 'Andrei', 'Ángel', 'Anneliese', 'Arjun', 'Beatriz', 'Benedikt', 'Chiara',
  'Chloé', 'Daiki', 'Deniz', 'Ebba', 'Eitan', 'Emeka', 'Fátima', 'Farid', 'Freya', 'Gaëlle', 'Hana', 'Henrike',
  'Ibrahim', 'Ilse', 'Inés', 'Jakub', 'Jia', 'João', 'Joseph', 'Kaveh', 'Kofi', 'Laleh', 'Linh', 'Lucía', 'Mahmoud',
  'Malia', 'Mårten', 'Naledi', 'Nia', 'Noémie', 'Olena', 'Paweł', 'Petra', 'Rafael', 'Ritu', 'Sanna', 'Sinéad',
  'Soo-ah', 'Tādas', 'Temitope', 'Ürsula', 'Valentina', 'Wanjiru', 'Xiomara', 'Yara', 'Yusuf', 'Zeynep', 'Žofie',
];

// biome-ignore format: a list of words
const FAMILY = [
  'Achterberg', 'Adeyemi', 'Almeida', 'Bäckström', 'Banerjee', 'Bielak', 'Castañeda', 'Černý', 'Chukwu', 'Dang',
  'Delacroix', 'Eriksen', 'Fernández', 'Fofana', 'Gallagher', 'García', 'Hashimoto', 'Hernández', 'Ivanova', 'Jansen',
  'Jovanović', 'Kamau', 'Karimi', 'Kovács', 'Lefèvre', 'Lindholm', 'Mahlangu', 'Martínez', 'Mendoza', 'Moreau',
  'Nakagawa', 'Nováková', 'Nwosu', 'O’Rourke', 'Öztürk', 'Papadakis', 'Park', 'Pereira', 'Petrov', 'Quispe', 'Rahman',
  'Rossi', 'Sánchez', 'Sato', 'Schäfer', 'Silva', 'Singh', 'Sithole', 'Szabó', 'Tanaka', 'Tran', 'Ueda', 'Vasquez',
  'Vermeulen', 'Wójcik', 'Yamamoto', 'Yılmaz', 'Zhang', 'Zhao', 'Zulu',
];

const SUBJECTS = ['customer', 'order', 'invoice', 'payment', 'campaign', 'shipment', 'contract', 'ticket'];
const SERVICES = ['etl', 'refresh', 'export', 'backup', 'sync', 'scoring', 'billing', 'ingest'];
const THINGS = ['history', 'summary', 'snapshot', 'detail', 'archive', 'forecast', 'index', 'ledger'];

export function personName(seed: number, user: number): string {
  const draw = mix(seed ^ 0x6e616d65, user);
  return `${pick(GIVEN, draw)} ${pick(FAMILY, mix(draw, 1))}`;
}

/** Unique through its number, however often a name comes up. */
export function personLogin(name: string, user: number): string {
  const plain = name
    .replaceAll('ł', 'l')
    .replaceAll('ı', 'i')
    .normalize('NFD')
    .replace(/[^A-Za-z ]/g, '');
  return `${plain.toLowerCase().replaceAll(' ', '.')}.${user}`;
}

export function serviceName(seed: number, principal: number): string {
  return `svc-${pick(SERVICES, mix(seed ^ 0x737663, principal))}-${principal}`;
}

export function assetName(seed: number, asset: number): string {
  const draw = mix(seed ^ 0x61737365, asset);
  return `${pick(SUBJECTS, draw)}_${pick(THINGS, mix(draw, 1))}_${asset}`;
}
