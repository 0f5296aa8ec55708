package dev.pushwire.parcel.orders

import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.runtime.Composable

@Composable
fun OrdersScreen(orders: List<Order>, onOpen: (Order) -> Unit) = LazyColumn {
  items(orders, key = { it.id }) { order -> Row(order, Modifier.clickable { onOpen(order) }) }
}
