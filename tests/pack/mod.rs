//! The pack format and the stock pack.

use sandtable::diag::Style;

#[test]
fn the_stock_pack_loads() {
    let pack = sandtable::pack::open("pacific-1940").unwrap_or_else(|p| panic!("{}", p.render(Style::Unicode, 120)));
    assert!(pack.warnings.is_empty(), "{}", pack.warnings.render(Style::Unicode, 120));
}
