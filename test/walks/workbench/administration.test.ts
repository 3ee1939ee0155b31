import { expect, it } from 'vitest';
import { readChart } from '../../../src/inspector/chart/model';
import { rulesOf } from '../../../src/inspector/chart/ruleBook';
import { administration } from '../../../src/workbench/administration';
import appCatalogue from '../../../src/workbench/catalogue';

const [captain, manager, admin, superAdmin] = ['Rescue captain', 'Inventory manager', 'Admin', 'Super admin'];
const admins = [admin, superAdmin];
const managers = [manager, superAdmin];
/** Who may, by hand from S2 §5 and §6, DECISIONS 16 and 164. */
const facts = {
  'media.delete': admins,
  'position.change': [superAdmin],
  'experience.change': [superAdmin],
  'rolesEditor.open': admins,
  // Nobody but a super admin changes Admin or Inventory manager, or any role of a super admin. Nobody changes Super admin.
  'role.MEMBER': admins,
  'role.RESCUE_CAPTAIN': admins,
  'role.INVENTORY_MANAGER': [superAdmin],
  'role.ADMIN': [superAdmin],
  'role.SUPER_ADMIN': [],
  'superAdmin.change': [superAdmin],
  'approvals.open': admins,
  'inventory.open': managers,
  'item.edit': managers,
  'category.edit': managers,
  'stock.change': managers,
  'panel.open': [superAdmin],
  'users.delete': [superAdmin],
  'password.reset': [superAdmin],
  'globalChat.clear': [superAdmin],
  'notifications.purge': [superAdmin],
  'application.reset': [superAdmin],
  'audit.read': [superAdmin],
  'archives.read': [superAdmin],
  'earlierText.read': admins,
};

it('the rule book of the administration says who may do what S2 §6 gives to roles', () => {
  const entry = appCatalogue.charts.find(({ machine }) => machine === administration);
  if (!entry) throw new Error('The catalogue lacks the administration');
  const { callers = [] } = entry;
  expect(callers.map(({ name }) => name)).toEqual(['Member', captain, manager, admin, superAdmin]);
  const book = rulesOf(entry, readChart(administration, appCatalogue.words));
  const may = book.map(({ event, verdicts }) => [
    event,
    callers.filter((_, place) => verdicts[place]?.isAllowed).map(({ name }) => name),
  ]);
  expect(Object.fromEntries(may)).toEqual(facts);
});
