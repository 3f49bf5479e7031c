import script from '../page/comparison.js?page';
import style from '../page/page.css?page';

export { script, style };
