import { UNDATED } from '../../../../../test/support/undated.js';
import { trialProvisions } from './trial-provision.js';

const provisionsOf = (text: string) =>
  trialProvisions({ documentId: 'd', title: 'Harbor', text, canonicalPath: ['Harbor'], ...UNDATED });

describe('the neighbour that a wrong place is named by', () => {
  const own = 'Parcels in the harbor store are kept for 30 days, and are then sent back.';

  it.each([
    [
      'is not a section that contains the provision',
      `# Storage\n\nThe store is dry.\n\n## Parcels\n\n${own}\n\n## Boats\n\nThe boats are red.`,
      'Boats',
    ],
    [
      'is not a section that states the same',
      `## Store rules\n\nParcels stay for 30 days at most.\n\n## Parcels\n\n${own}\n\n## Boats\n\nThe boats are red.`,
      'Boats',
    ],
    [
      'is the first other section',
      `## Boats\n\nThe boats are red.\n\n## Parcels\n\n${own}\n\n## Sails\n\nThe sails are white.`,
      'Boats',
    ],
  ])('%s', (_, text, neighbour) => {
    const found = provisionsOf(text).find(({ core }) => core.section === 'Parcels');
    expect(found?.neighbour).toBe(neighbour);
  });
});
